import { closeSync, constants, fstatSync, openSync, readSync, statSync } from 'node:fs';

const BLOCK = 64 * 1024;

/** The lines of a file as they are added, also when the file is replaced by a new one. */
export class LogTail {
  readonly #path: string;
  #file: number | undefined;
  #rest = Buffer.alloc(0);

  constructor(path: string) {
    this.#path = path;
  }

  /** Complete lines since the last time, from the beginning at first. */
  read(): string[] {
    const lines = this.#readOn();
    if (this.#file !== undefined && !this.#isReplaced()) return lines;
    this.close();
    this.#file = openIfThere(this.#path);
    return [...lines, ...this.#readOn()];
  }

  close(): void {
    if (this.#file !== undefined) closeSync(this.#file);
    this.#file = undefined;
    this.#rest = Buffer.alloc(0);
  }

  #readOn(): string[] {
    if (this.#file === undefined) return [];
    const blocks = [this.#rest];
    for (;;) {
      const block = Buffer.alloc(BLOCK);
      const length = readSync(this.#file, block, 0, BLOCK, null);
      if (length === 0) break;
      blocks.push(block.subarray(0, length));
    }
    const all = Buffer.concat(blocks);
    const end = all.lastIndexOf('\n') + 1;
    this.#rest = all.subarray(end);
    return all.subarray(0, end).toString().split('\n').slice(0, -1);
  }

  #isReplaced(): boolean {
    const now = statSync(this.#path, { throwIfNoEntry: false });
    return this.#file !== undefined && now?.ino !== fstatSync(this.#file).ino;
  }
}

function openIfThere(path: string): number | undefined {
  try {
    // The second one is not there on Windows, and nothing is added then.
    return openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW);
  } catch {
    return undefined;
  }
}
