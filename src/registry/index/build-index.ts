import { RegistryError } from '../api/registry-error.ts';
import type { ServerStatus } from '../server-json/server-json.ts';
import {
  BLOCK_SIZE,
  type Documents,
  FILE_SIZE,
  packBlock,
  packFile,
  unpackBlock,
  unpackFile,
} from './document-blocks.ts';
import type { IndexPlace } from './index-place.ts';
import { documentFile, type Manifest, searchFile } from './manifest.ts';
import { DamagedIndex } from './registry-index.ts';
import { readSearchLine, searchLine, type ShownServer } from './search-lines.ts';

/** Below what a file may have. A text of this size would no longer be searched in time anyway. */
const MOST_SEARCH_BYTES = 30 * 1024 * 1024;

/** A new or changed server: what its line is made from, and its document. */
export interface ChangedServer {
  readonly shown: ShownServer;
  readonly status: ServerStatus;
  readonly document: string;
}

export interface Built {
  readonly servers: number;
  readonly searchBytes: number;
}

/**
 * Writes the files of a new index: the servers of the old one with these changes, then the new ones. Documents that did
 * not change are copied as compressed blocks.
 */
export async function buildIndex(
  place: IndexPlace,
  generation: string,
  old: Manifest | undefined,
  changed: ReadonlyMap<string, ChangedServer>,
): Promise<Built> {
  const lines = old ? await oldLines(place, old) : [];
  const replaced = new Map<number, string>();
  const names = new Set<string>();
  for (const [ordinal, line] of lines.entries()) {
    const name = readSearchLine(line)?.name ?? '';
    names.add(name);
    const change = changed.get(name);
    if (!change) continue;
    lines[ordinal] = searchLine(change.shown, change.status, ordinal).slice(0, -1);
    replaced.set(ordinal, change.document);
  }
  const oldCount = lines.length;
  for (const [name, { shown, status, document }] of changed) {
    if (names.has(name)) continue;
    replaced.set(lines.length, document);
    lines.push(searchLine(shown, status, lines.length).slice(0, -1));
  }
  const text = Buffer.from(lines.map((line) => `${line}\n`).join(''));
  if (text.length > MOST_SEARCH_BYTES)
    throw new RegistryError('too-large', `it lists more than an index can hold (${lines.length} servers)`);
  for (let first = 0; first < lines.length; first += FILE_SIZE) {
    const blocks = await fileBlocks(place, old, { first, oldCount, count: lines.length }, replaced);
    await place.write(documentFile({ generation }, first / FILE_SIZE), packFile(blocks));
  }
  await place.write(searchFile({ generation }), text);
  return { servers: lines.length, searchBytes: text.length };
}

async function oldLines(place: IndexPlace, old: Manifest): Promise<string[]> {
  const bytes = await place.read(searchFile(old));
  const lines = Buffer.from(bytes ?? [])
    .toString()
    .split('\n');
  lines.pop();
  if (lines.length !== old.servers || !lines.every((line, ordinal) => readSearchLine(line)?.ordinal === ordinal))
    throw new DamagedIndex('the search text is damaged');
  return lines;
}

interface Range {
  readonly first: number;
  readonly oldCount: number;
  readonly count: number;
}

/** The blocks of one file of documents. */
async function fileBlocks(
  place: IndexPlace,
  old: Manifest | undefined,
  { first, oldCount, count }: Range,
  replaced: ReadonlyMap<number, string>,
): Promise<Uint8Array[]> {
  const isOld = old !== undefined && first < oldCount;
  const before = isOld ? await oldBlocks(place, old, first / FILE_SIZE) : [];
  const blocks: Uint8Array[] = [];
  for (let start = first; start < Math.min(first + FILE_SIZE, count); start += BLOCK_SIZE) {
    const block = before[(start - first) / BLOCK_SIZE];
    const size = Math.min(BLOCK_SIZE, count - start);
    const isSame = Array.from({ length: size }, (_, index) => start + index).every((one) => !replaced.has(one));
    blocks.push(block && isSame ? block : packBlock(merged(block, start, size, replaced)));
  }
  return blocks;
}

async function oldBlocks(place: IndexPlace, old: Manifest, number: number): Promise<Uint8Array[]> {
  const bytes = await place.read(documentFile(old, number));
  if (!bytes) throw new DamagedIndex(`documents ${number} are missing`);
  try {
    return unpackFile(bytes);
  } catch (error) {
    throw new DamagedIndex((error as Error).message);
  }
}

function merged(
  block: Uint8Array | undefined,
  start: number,
  size: number,
  replaced: ReadonlyMap<number, string>,
): Documents {
  const before = block ? unpack(block) : [];
  return Array.from({ length: size }, (_, index) => {
    const document = replaced.get(start + index) ?? before[index];
    if (document === undefined) throw new DamagedIndex(`document ${start + index} is missing`);
    return document;
  });
}

function unpack(block: Uint8Array): Documents {
  try {
    return unpackBlock(block);
  } catch (error) {
    throw new DamagedIndex((error as Error).message);
  }
}
