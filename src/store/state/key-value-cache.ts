import { createHash } from 'node:crypto';
import type { Host } from '../../model/host.ts';
import { readOwnFile } from '../read/read-own-file.ts';
import { writeNew } from '../write/write-new.ts';
import { makeOwnDirectory } from './directories.ts';
import { enclosingDirectory } from './enclosing-directory.ts';
import { places } from './places.ts';

export interface CacheLimits {
  readonly entries?: number;
  /** Maximum size of one entry, in characters of JSON. */
  readonly size?: number;
  /** Directories that must not contain the cache: their content could poison it. */
  readonly outside?: readonly string[];
}

export interface DiskCache {
  read(key: string): Promise<unknown>;
  write(key: string, value: unknown): Promise<void>;
}

/** Several for each of a thousand servers. */
const MOST_ENTRIES = 5000;
/** The share that goes when there are too many, so that not every write has to look for the oldest. */
const SURPLUS = 0.1;

const HOUR = 60 * 60 * 1000;

/**
 * Values kept between runs, one file each. Unreadable values count as absent and write errors are ignored: losing the
 * cache only costs time.
 */
export function keyValueCache(host: Host, name: string, limits: CacheLimits = {}): DiskCache {
  const { entries = MOST_ENTRIES, size = 2 * 1024 * 1024, outside = [] } = limits;
  const directory = `${places(host).cache}/${name}`;
  // Keys may contain any character, so the file name is a hash.
  const pathOf = (key: string): string => `${directory}/${createHash('sha256').update(key).digest('hex')}.json`;
  return {
    async read(key) {
      try {
        const path = pathOf(key);
        // Most keys have no value, and checking the directory is slower than checking for a file.
        if (!(await host.fs.status(path)) || (await enclosingDirectory(host, directory, outside))) return undefined;
        const bytes = await readOwnFile(host, path);
        if (bytes.length > size * 4) return undefined;
        const { version, value } = JSON.parse(Buffer.from(bytes).toString()) as { version: unknown; value: unknown };
        return version === 1 ? value : undefined;
      } catch {
        return undefined;
      }
    },
    async write(key, value) {
      try {
        const text = JSON.stringify({ version: 1, value });
        if (text.length > size || (await enclosingDirectory(host, directory, outside))) return;
        await makeOwnDirectory(host, directory);
        const prepared = `${pathOf(key)}.${host.processes.own}-${process.hrtime.bigint()}.tmp`;
        await writeNew(host, prepared, Buffer.from(text), 0o600);
        await host.fs.rename(prepared, pathOf(key));
        await evictOldest(host, directory, entries);
      } catch {
        // A cache that cannot be written must not break anything else.
      }
    },
  };
}

/** Removes the oldest entries and leftovers of interrupted writes. */
async function evictOldest(host: Host, directory: string, most: number): Promise<void> {
  const names = await host.fs.readDirectory(directory);
  const left = names.filter((name) => name.endsWith('.tmp'));
  const kept = names.filter((name) => name.endsWith('.json'));
  const age = async (name: string): Promise<number> => {
    const status = await host.fs.status(`${directory}/${name}`);
    return status ? host.now().getTime() - status.modified.getTime() : 0;
  };
  const aged = async (some: readonly string[]): Promise<{ name: string; age: number }[]> =>
    Promise.all(some.map(async (name) => ({ name, age: await age(name) })));
  const abandoned = (await aged(left)).filter((one) => one.age > HOUR);
  const surplus = kept.length > most ? kept.length - most + Math.floor(most * SURPLUS) : 0;
  const oldest = surplus > 0 ? (await aged(kept)).toSorted((a, b) => b.age - a.age).slice(0, surplus) : [];
  for (const { name } of [...oldest, ...abandoned]) {
    await host.fs.unlink(`${directory}/${name}`).catch(() => undefined);
  }
}
