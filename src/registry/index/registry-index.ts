import type { RegistryEntry, ServerStatus } from '../server-json/server-json.ts';
import { BLOCK_SIZE, entryIn, FILE_SIZE, unpackBlock, unpackFile } from './document-blocks.ts';
import type { IndexPlace } from './index-place.ts';
import { documentFile, type Manifest, readManifest, searchFile } from './manifest.ts';
import { fold, readSearchLine, searchLine } from './search-lines.ts';

/** The latest version of every server of one registry, ready to be searched. */
export interface RegistryIndex {
  readonly servers: number;
  /** One line per server, as `search-lines.ts` makes them. */
  readonly text: string;
  /** The entry with this number. Throws `DamagedIndex` if it cannot be read. */
  entry(ordinal: number): Promise<RegistryEntry>;
  /** What is known about a version that is not the latest; undefined if nothing is. */
  withdrawn(name: string, version: string): ServerStatus | undefined;
  /** ISO time of the last answer of the registry; undefined if there is nothing to ask. */
  readonly checkedAt?: string;
}

/** A file of the index is missing or cannot be read. */
export class DamagedIndex extends Error {}

/** Opens the index of a registry; undefined if there is none, or if it is damaged. */
export async function openIndex(place: IndexPlace, registry: string): Promise<RegistryIndex | undefined> {
  // While this reads, another process may replace the files.
  for (let attempt = 0; attempt < 3; attempt += 1) {
    const manifest = await readManifest(place, registry);
    if (!manifest) return undefined;
    const text = await searchText(place, manifest);
    if (text !== undefined) return indexOf(place, manifest, text);
  }
  return undefined;
}

async function searchText(place: IndexPlace, manifest: Manifest): Promise<string | undefined> {
  const bytes = await place.read(searchFile(manifest));
  return bytes?.length === manifest.searchBytes ? Buffer.from(bytes).toString() : undefined;
}

function indexOf(place: IndexPlace, manifest: Manifest, text: string): RegistryIndex {
  const files = new Map<number, Promise<Uint8Array[]>>();
  const blocks = async (number: number): Promise<Uint8Array[]> => {
    const bytes = await place.read(documentFile(manifest, number));
    if (!bytes) throw new DamagedIndex(`documents ${number} are missing`);
    return unpackFile(bytes);
  };
  return {
    servers: manifest.servers,
    text,
    checkedAt: manifest.checkedAt,
    async entry(ordinal) {
      const number = Math.floor(ordinal / FILE_SIZE);
      const file = files.get(number) ?? blocks(number);
      files.set(number, file);
      try {
        const block = (await file)[Math.floor((ordinal % FILE_SIZE) / BLOCK_SIZE)];
        const document = block && unpackBlock(block)[ordinal % BLOCK_SIZE];
        if (document === undefined) throw new DamagedIndex(`document ${ordinal} is missing`);
        return entryIn(document);
      } catch (error) {
        throw error instanceof DamagedIndex ? error : new DamagedIndex((error as Error).message);
      }
    },
    withdrawn: (name, version) =>
      Object.hasOwn(manifest.withdrawn, name) ? manifest.withdrawn[name]?.[version] : undefined,
  };
}

/** An index of entries that are at hand, such as those of a directory. */
export function memoryIndex(entries: readonly RegistryEntry[]): RegistryIndex {
  return {
    servers: entries.length,
    text: entries.map(({ server, status }, ordinal) => searchLine(server, status, ordinal)).join(''),
    async entry(ordinal) {
      const entry = entries[ordinal];
      if (!entry) throw new DamagedIndex(`document ${ordinal} is missing`);
      return entry;
    },
    withdrawn: () => undefined,
  };
}

/** The entry of exactly this name; undefined if there is none. */
export async function findEntry(index: RegistryIndex, name: string): Promise<RegistryEntry | undefined> {
  const { text } = index;
  const wanted = `${fold(name)}\t`;
  for (let at = text.indexOf(wanted); at !== -1; at = text.indexOf(wanted, at + 1)) {
    if (at > 0 && text.charAt(at - 1) !== '\n') continue;
    const line = readSearchLine(text.slice(at, text.indexOf('\n', at)));
    if (line?.name === name) return index.entry(line.ordinal);
  }
  return undefined;
}
