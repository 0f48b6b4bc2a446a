import type { Readable, Writable } from 'node:stream';
import { LineSplitter } from '../../runtime/connect/line-splitter.ts';
import { readFrames } from '../frame.ts';
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
const PARSE_ERROR = -32700;
const INVALID_REQUEST = -32600;

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
    if (isCut) return outlet.refuse(INVALID_REQUEST, `A message of more than ${maxMessageBytes} bytes is not taken.`);
    if (line.trim() === '') return;
    const frames = readFrames(line);
    if (!frames) return outlet.refuse(PARSE_ERROR, 'Parse error');
    for (const frame of frames) session.receive(frame);
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
