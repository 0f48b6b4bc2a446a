import { closeSync, constants, fstatSync, lstatSync, openSync, readSync, type Stats } from 'node:fs';

/** Real configuration files are far smaller; parsing more could exhaust the memory. */
const MOST_MEGABYTES = 32;
export const MOST_BYTES = MOST_MEGABYTES * 1024 * 1024;

export const USE_A_FILE = 'Name a regular file, or put one in its place';

/** The path is not a readable regular file; reading it might block or never end. The message is the reason. */
export class UnsuitableFile extends Error {
  /** System error code, for kinds that have one. */
  readonly code: string;
  /** What a person can do about it. */
  readonly remedy: string;

  constructor(reason: string, remedy: string, code = '') {
    super(reason);
    this.name = 'UnsuitableFile';
    this.remedy = remedy;
    this.code = code;
  }
}

/**
 * Reads a regular file up to a size limit. Opening does not block on a pipe, and the checks use the open descriptor, so
 * the path cannot be swapped in between. Windows has neither this flag nor such pipes.
 */
export function readRegularFile(path: string): Buffer {
  const file = open(path);
  try {
    const found = fstatSync(file);
    refuseOthers(found);
    if (found.size > MOST_BYTES) throw tooLarge();
    return readToEnd(file, found.size);
  } finally {
    closeSync(file);
  }
}

function open(path: string): number {
  const { O_RDONLY, O_NONBLOCK, O_NOCTTY } = constants;
  try {
    return openSync(path, O_RDONLY | O_NONBLOCK | O_NOCTTY);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'ENOENT' || !lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink()) throw error;
    throw new UnsuitableFile('it is a dangling link', 'Correct the link, or delete it', code);
  }
}

export function tooLarge(): UnsuitableFile {
  return new UnsuitableFile(`it is larger than ${MOST_MEGABYTES} MB`, 'Check that this is the file you mean');
}

function refuseOthers(found: Stats): void {
  if (found.isFile()) return;
  if (found.isDirectory()) throw new UnsuitableFile('it is a directory', 'Name a file in it', 'EISDIR');
  const kind = found.isFIFO() ? 'a named pipe' : 'a device';
  throw new UnsuitableFile(`it is ${kind}, not a regular file`, USE_A_FILE);
}

/** A file can grow while it is read, and files in /proc report no size. */
function readToEnd(file: number, expected: number): Buffer {
  const blocks: Buffer[] = [];
  let size = 0;
  for (;;) {
    const block = Buffer.allocUnsafe(size === 0 ? expected + 1 : 64 * 1024);
    const length = readSync(file, block, 0, block.length, null);
    if (length === 0) break;
    blocks.push(block.subarray(0, length));
    size += length;
    if (size > MOST_BYTES) throw tooLarge();
  }
  return blocks.length === 1 ? (blocks[0] as Buffer) : Buffer.concat(blocks);
}
