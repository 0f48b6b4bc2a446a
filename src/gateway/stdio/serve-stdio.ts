import type { Readable, Writable } from 'node:stream';
import { LineSplitter } from '../../runtime/connect/line-splitter.ts';
import { BadMessage, PARSE_ERROR } from '../bad-message.ts';
import { readFrame, readFrames } from '../frame.ts';
import type { Gateway, OpenOptions } from '../session.ts';
import { LineOutlet } from './line-outlet.ts';

export interface StdioFrontOptions extends OpenOptions {
  readonly input: Readable;
  readonly output: Writable;
  /** The longest message that is taken from the client. */
  readonly maxMessageBytes?: number;
  /** Gets what a person should know about this client. */
  readonly tell?: (text: string) => void;
}

const MAX_MESSAGE_BYTES = 16 * 1024 * 1024;

/**
 * One client on a pair of streams, one message per line. Settles when the client has closed its side, or does not read so
 * much that it is given up.
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

/** With the id and the kind that the beginning of it shows. */
function tooLong(line: string, limit: number): BadMessage {
  const bad = readFrame(line);
  const { id, isRequest } = bad instanceof BadMessage ? bad : {};
  return new BadMessage(PARSE_ERROR, `The message is longer than ${limit} bytes.`, id, isRequest);
}
