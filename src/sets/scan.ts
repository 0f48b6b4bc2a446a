import { limiter } from '../discovery/limit.ts';
import type { Host } from '../model/host.ts';
import type { ConfigSet } from './config-set.ts';
import { setFileNames } from './directory-names.ts';
import { readSet } from './read-set.ts';

/** Enough to keep the disk busy, far below what systems let a process have. */
const OPEN_FILES = 64;

/** All sets in a directory by name, those that cannot be used too. Throws when the directory cannot be looked into. */
export async function scanSets(host: Host, directory: string): Promise<ConfigSet[]> {
  const names = await setFileNames(host, directory);
  const limited = limiter(OPEN_FILES);
  const base = directory.replace(/\/$/, '');
  const sets = await Promise.all(names.map((name) => limited(() => readSet(host, `${base}/${name}`))));
  // The language of the machine would order some names differently.
  const { compare } = new Intl.Collator('en');
  return sets.toSorted((a, b) => compare(a.name, b.name) || (a.name < b.name ? -1 : 1));
}
