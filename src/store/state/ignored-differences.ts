import type { Host } from '../../model/host.ts';
import { readOwnJson } from '../read/read-own-file.ts';
import { stateFile } from './places.ts';
import { writeOwnFile } from './state-file.ts';

/** Limit of stored decisions; the oldest are dropped. */
const MOST = 2000;

/** Ids of differences between the catalog and a client that the user ignores. */
export async function readIgnored(host: Host): Promise<ReadonlySet<string>> {
  const path = stateFile(host, 'ignored-differences.json');
  if (!(await host.fs.status(path))) return new Set();
  try {
    const { ignored } = (await readOwnJson(host, path)) as { ignored?: unknown };
    return new Set(Array.isArray(ignored) ? ignored.map(String) : []);
  } catch {
    // Showing an ignored difference again is harmless.
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
