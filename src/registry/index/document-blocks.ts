import { deflateSync, inflateSync } from 'node:zlib';
import type { RegistryEntry } from '../server-json/server-json.ts';

/** Few enough that one document is read fast, and enough that they compress well together. */
export const BLOCK_SIZE = 64;
export const BLOCKS_PER_FILE = 16;
export const FILE_SIZE = BLOCK_SIZE * BLOCKS_PER_FILE;

/** More than blocks of the largest accepted documents. */
const MOST_BYTES = 64 * 1024 * 1024;

/** Documents as they are kept, one JSON text each. */
export type Documents = readonly string[];

export function packBlock(documents: Documents): Uint8Array {
  return deflateSync(documents.join('\n'));
}

/** The documents of a block. Throws if it is damaged: the compressed bytes have a checksum. */
export function unpackBlock(block: Uint8Array): Documents {
  return inflateSync(block, { maxOutputLength: MOST_BYTES }).toString().split('\n');
}

/** A file of blocks: their lengths, then the blocks. */
export function packFile(blocks: readonly Uint8Array[]): Uint8Array {
  const head = Buffer.alloc(4 * (blocks.length + 1));
  head.writeUInt32LE(blocks.length, 0);
  for (const [index, { length }] of blocks.entries()) head.writeUInt32LE(length, 4 * (index + 1));
  return Buffer.concat([head, ...blocks]);
}

/** Throws if the file is damaged. */
export function unpackFile(bytes: Uint8Array): Uint8Array[] {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const count = file.readUInt32LE(0);
  if (count > BLOCKS_PER_FILE) throw new RangeError('too many blocks');
  let at = 4 * (count + 1);
  const blocks = Array.from({ length: count }, (_, index) => {
    const length = file.readUInt32LE(4 * (index + 1));
    at += length;
    return file.subarray(at - length, at);
  });
  if (at !== file.length) throw new RangeError('the file is cut off');
  return blocks;
}

export function documentOf(entry: RegistryEntry): string {
  return JSON.stringify(entry);
}

export function entryIn(document: string): RegistryEntry {
  return JSON.parse(document) as RegistryEntry;
}
