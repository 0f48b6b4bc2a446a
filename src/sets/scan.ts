import { limiter } from '../discovery/limit.ts';
import type { Host } from '../model/host.ts';
import type { ConfigSet } from './config-set.ts';
import { setFileNames } from './directory-names.ts';
import { readSet } from './read-set.ts';

/** Enough to keep the disk busy, and far below the open file limit of a process. */
const OPEN_FILES = 64;

/** All sets in a directory, sorted by name, including invalid ones. Throws if the directory cannot be read. */
export async function scanSets(host: Host, directory: string): Promise<ConfigSet[]> {
  const names = await setFileNames(host, directory);
  const limited = limiter(OPEN_FILES);
  const base = directory.replace(/\/$/, '');
  const sets = await Promise.all(names.map((name) => limited(() => readSet(host, `${base}/${name}`))));
  // A fixed locale, because the order of some names depends on it.
  const { compare } = new Intl.Collator('en');
  return sets.toSorted((a, b) => compare(a.name, b.name) || (a.name < b.name ? -1 : 1));
}
