import { closeSync, constants, fstatSync, openSync, readSync, statSync } from 'node:fs';

const BLOCK = 64 * 1024;
/** Only the end of a larger file is read. Our logs are rotated long before. */
const MOST_BYTES = 8 * 1024 * 1024;

/** Reads appended lines, also after the file was replaced. */
export class LogTail {
  readonly #path: string;
  #file: number | undefined;
  #rest = Buffer.alloc(0);
  #at = 0;

  constructor(path: string) {
    this.#path = path;
  }

  /** Complete lines since the last call; the first call starts at the beginning. */
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
    // Windows lacks the other flags, which are then undefined and add nothing.
    const file = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    if (fstatSync(file).isFile()) return file;
    closeSync(file);
  } catch {
    // Missing, or not readable for us.
  }
  return undefined;
}
