import type { Readable, Writable } from 'node:stream';
import { LineSplitter } from '../../runtime/connect/line-splitter.ts';
import { oneLine } from '../../runtime/json/one-line.ts';
import { BadMessage, PARSE_ERROR, readFrame, readFrames, textOf } from '../frame.ts';
import type { Gateway, OpenOptions, Outlet } from '../session.ts';

export interface StdioFrontOptions extends OpenOptions {
  readonly input: Readable;
  readonly output: Writable;
  /** The longest message that is taken from the client. */
  readonly maxMessageBytes?: number;
}

const MAX_MESSAGE_BYTES = 16 * 1024 * 1024;

/** One client on a pair of streams, one message per line. Settles when the client has closed its side. */
export async function serveStdio(gateway: Gateway, options: StdioFrontOptions): Promise<void> {
  const { input, output, maxMessageBytes = MAX_MESSAGE_BYTES, ...open } = options;
  const outlet = new LineOutlet(output);
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

/** What is sent in one go leaves in one piece. */
class LineOutlet implements Outlet {
  readonly #output: Writable;
  #lines: string[] = [];

  constructor(output: Writable) {
    this.#output = output;
  }

  send(frame: Parameters<Outlet['send']>[0]): void {
    this.#lines.push(oneLine(textOf(frame)));
    if (this.#lines.length === 1) queueMicrotask(this.#flush);
  }

  readonly #flush = (): void => {
    const text = `${this.#lines.join('\n')}\n`;
    this.#lines = [];
    if (this.#output.writable) this.#output.write(text);
  };
}
