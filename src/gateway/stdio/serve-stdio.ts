import type { Readable, Writable } from 'node:stream';
import { LineSplitter } from '../../runtime/connect/stdio/line-splitter.ts';
import { BadMessage, PARSE_ERROR } from '../message/bad-message.ts';
import { readFrame, readFrames } from '../message/frame.ts';
import type { Gateway, OpenOptions } from '../session/session.ts';
import { LineOutlet } from './line-outlet.ts';

export interface StdioFrontOptions extends OpenOptions {
  readonly input: Readable;
  readonly output: Writable;
  /** Maximum length of a client message. */
  readonly maxMessageBytes?: number;
  /** Shows a message about this client to the user. */
  readonly tell?: (text: string) => void;
}

const MAX_MESSAGE_BYTES = 16 * 1024 * 1024;

/**
 * Serves one client on a pair of streams, one message per line. Resolves when the client closes its side, or is
 * disconnected because it does not read.
 */
export async function serveStdio(gateway: Gateway, options: StdioFrontOptions): Promise<void> {
  const { input, output, maxMessageBytes = MAX_MESSAGE_BYTES, tell = () => {}, ...open } = options;
  let giveUp = (): void => {};
  const outlet = new LineOutlet(output, {
    onInput: (isWanted) => (isWanted ? input.resume() : input.pause()),
    onGiveUp: () => giveUp(),
    tell,
  });
  const session = gateway.open(outlet, open);
  const lines = new LineSplitter(maxMessageBytes, (line, isCut) => {
    if (isCut) return session.reject(tooLong(line, maxMessageBytes));
    if (line.trim() === '') return;
    for (const read of readFrames(line)) {
      if (read instanceof BadMessage) session.reject(read);
      else session.receive(read);
    }
  });
  await new Promise<void>((done) => {
    giveUp = done;
    input.on('data', (chunk: Buffer) => lines.push(chunk));
    input
      .once('end', done)
      .once('close', done)
      .once('error', () => done());
    output.once('close', done).on('error', () => done());
  });
  await session.close();
}

/** Takes the id and kind from the part that was read. */
function tooLong(line: string, limit: number): BadMessage {
  const bad = readFrame(line);
  const { id, isRequest } = bad instanceof BadMessage ? bad : {};
  return new BadMessage(PARSE_ERROR, `The message is longer than ${limit} bytes.`, id, isRequest);
}
