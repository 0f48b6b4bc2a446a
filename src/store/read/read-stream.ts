import type { Readable } from 'node:stream';
import { MOST_BYTES, tooLarge, UnsuitableFile } from './read-regular-file.ts';

export interface Patience {
  /** Maximum time between two chunks. */
  readonly quietMs: number;
  /** Maximum total time. */
  readonly wholeMs: number;
}

/** Reads a stream up to the size limit of a file. Without `patience` there is no time limit. */
export async function readStream(stream: Readable, patience?: Patience): Promise<Buffer> {
  const blocks: Buffer[] = [];
  let size = 0;
  const timers = new Timers(stream, patience);
  try {
    for await (const block of stream as AsyncIterable<Buffer>) {
      timers.heard();
      blocks.push(block);
      size += block.length;
      if (size > MOST_BYTES) throw tooLarge();
    }
  } finally {
    timers.stop();
    stream.destroy();
  }
  return Buffer.concat(blocks);
}

class Timers {
  readonly #quiet: NodeJS.Timeout | undefined;
  readonly #whole: NodeJS.Timeout | undefined;

  constructor(stream: Readable, patience: Patience | undefined) {
    if (!patience) return;
    const giveUp = (ms: number): void => {
      const remedy = 'Write the text to a file, or pipe it to standard input and use -';
      stream.destroy(new UnsuitableFile(`it is a pipe that did not end within ${ms / 1000} s`, remedy));
    };
    this.#quiet = setTimeout(giveUp, patience.quietMs, patience.quietMs);
    this.#whole = setTimeout(giveUp, patience.wholeMs, patience.wholeMs);
  }

  heard(): void {
    this.#quiet?.refresh();
  }

  stop(): void {
    clearTimeout(this.#quiet);
    clearTimeout(this.#whole);
  }
}
