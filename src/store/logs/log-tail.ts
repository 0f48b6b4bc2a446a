import { closeSync, constants, fstatSync, openSync, readSync, statSync } from 'node:fs';

const BLOCK = 64 * 1024;
/** Of a file that is larger only the end is read. Ours are put aside long before. */
const MOST_BYTES = 8 * 1024 * 1024;

/** The lines of a file as they are added, also when the file is replaced by a new one. */
export class LogTail {
  readonly #path: string;
  #file: number | undefined;
  #rest = Buffer.alloc(0);
  #at = 0;

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
    this.#at = 0;
  }

  #readOn(): string[] {
    if (this.#file === undefined) return [];
    const blocks = [this.#rest];
    this.#at = Math.max(this.#at, fstatSync(this.#file).size - MOST_BYTES);
    for (let size = 0; size < MOST_BYTES;) {
      const block = Buffer.alloc(BLOCK);
      const length = readSync(this.#file, block, 0, BLOCK, this.#at);
      if (length === 0) break;
      blocks.push(block.subarray(0, length));
      this.#at += length;
      size += length;
    }
    const all = Buffer.concat(blocks);
    const end = all.lastIndexOf('\n') + 1;
    const rest = all.subarray(end);
    this.#rest = rest.length > MOST_BYTES ? Buffer.alloc(0) : rest;
    return all.subarray(0, end).toString().split('\n').slice(0, -1);
  }

  #isReplaced(): boolean {
    const now = statSync(this.#path, { throwIfNoEntry: false });
    return this.#file !== undefined && now?.ino !== fstatSync(this.#file).ino;
  }
}

function openIfThere(path: string): number | undefined {
  try {
    // Windows has only the first one, and nothing is added then.
    const file = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    if (fstatSync(file).isFile()) return file;
    closeSync(file);
  } catch {
    // It is not there, or is not ours to read.
  }
  return undefined;
}
