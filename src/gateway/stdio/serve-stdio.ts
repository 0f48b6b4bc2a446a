import type { Readable, Writable } from 'node:stream';
import { LineSplitter } from '../../runtime/connect/line-splitter.ts';
import { readFrames, textOf } from '../frame.ts';
import type { Gateway, OpenOptions, Outlet } from '../session.ts';

export interface StdioFrontOptions extends OpenOptions {
  readonly input: Readable;
  readonly output: Writable;
  /** The longest message that is taken from the client. */
  readonly maxMessageBytes?: number;
}

const MAX_MESSAGE_BYTES = 16 * 1024 * 1024;
const PARSE_ERROR = -32700;
const INVALID_REQUEST = -32600;

/** One client on a pair of streams, one message per line. Settles when the client has closed its side. */
export async function serveStdio(gateway: Gateway, options: StdioFrontOptions): Promise<void> {
  const { input, output, maxMessageBytes = MAX_MESSAGE_BYTES, ...open } = options;
  const outlet = new LineOutlet(output);
  const session = gateway.open(outlet, open);
  const lines = new LineSplitter(maxMessageBytes, (line, isCut) => {
    if (isCut) return outlet.refuse(INVALID_REQUEST, `A message of more than ${maxMessageBytes} bytes is not taken.`);
    if (line.trim() === '') return;
    const frames = readFrames(line);
    if (!frames) return outlet.refuse(PARSE_ERROR, 'Parse error');
    for (const frame of frames) session.receive(frame);
  });
  await new Promise<void>((done) => {
    input.on('data', (chunk: Buffer) => lines.push(chunk));
    input
      .once('end', done)
      .once('close', done)
      .once('error', () => done());
    output.once('close', done).on('error', () => done());
  });
  await session.close();
}

/** What is sent in one go leaves in one piece. */
class LineOutlet implements Outlet {
  readonly #output: Writable;
  #lines: string[] = [];

  constructor(output: Writable) {
    this.#output = output;
  }

  send(frame: Parameters<Outlet['send']>[0]): void {
    this.#lines.push(textOf(frame));
    if (this.#lines.length === 1) queueMicrotask(this.#flush);
  }

  refuse(code: number, message: string): void {
    this.send({ message: { jsonrpc: '2.0', id: null, error: { code, message } } });
  }

  readonly #flush = (): void => {
    const text = `${this.#lines.join('\n')}\n`;
    this.#lines = [];
    if (this.#output.writable) this.#output.write(text);
  };
}
