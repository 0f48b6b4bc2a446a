import type { Host } from '../../model/host.ts';
import { readOwnJson } from '../read/read-own-file.ts';
import { stateFile } from './places.ts';
import { writeOwnFile } from './state-file.ts';

/** More than anybody decides on by hand; the oldest go. */
const MOST = 2000;

/** Differences between the catalog and a client that a person wants to leave as they are, by what they are. */
export async function readIgnored(host: Host): Promise<ReadonlySet<string>> {
  const path = stateFile(host, 'ignored-differences.json');
  if (!(await host.fs.status(path))) return new Set();
  try {
    const { ignored } = (await readOwnJson(host, path)) as { ignored?: unknown };
    return new Set(Array.isArray(ignored) ? ignored.map(String) : []);
  } catch {
    // Showing a difference once too often does no harm.
    return new Set();
  }
}

export async function setIgnored(host: Host, difference: string, isIgnored: boolean): Promise<void> {
  const all = new Set(await readIgnored(host));
  all.delete(difference);
  if (isIgnored) all.add(difference);
  const text = JSON.stringify({ version: 1, ignored: [...all].slice(-MOST) }, undefined, 2);
  await writeOwnFile(host, stateFile(host, 'ignored-differences.json'), `${text}\n`);
}
