import { dirname } from 'node:path';
import type { Target } from '../../manage/target.ts';
import type { Host } from '../../model/host.ts';
import { isMap } from '../../model/value.ts';
import { hashOf } from '../../runtime/tools/canonical.ts';
import { fingerprint } from '../../store/fingerprint.ts';
import { stateFile } from '../../store/places.ts';
import { readOwnJson } from '../../store/read-own-file.ts';
import { catalog, documentOf, entriesIn } from './entries-in.ts';

/** A server that left an assistant's file when it was connected. */
export interface MovedServer {
  readonly name: string;
  /** What the catalog calls it. */
  readonly as: string;
  /** The catalog did not have it before. */
  readonly isOurs: boolean;
  /** Of its definition in the catalog then. */
  readonly hash: string;
}

/** Where is noted what left a file. It changes along with the file, so that taking one back takes back both. */
export async function noteOf(host: Host, target: Target): Promise<string> {
  const { path } = await documentOf(host, target);
  const { client, scope, variant } = target;
  const key = JSON.stringify([client.id, scope, variant ?? '', path]);
  return stateFile(host, `connected/${fingerprint(Buffer.from(key))}.json`);
}

export function noteText(moved: readonly MovedServer[]): string {
  return `${JSON.stringify({ version: 1, moved }, undefined, 2)}\n`;
}

/** Nothing when there is no note. One that is damaged is none either: it only says what could be done besides. */
export async function readNote(host: Host, path: string): Promise<MovedServer[]> {
  try {
    if ((await host.fs.kindOf(path)) === undefined) return [];
    const note = await readOwnJson(host, path);
    const moved = isMap(note) && Array.isArray(note['moved']) ? (note['moved'] as unknown[]) : [];
    return moved.filter(isMoved);
  } catch {
    return [];
  }
}

/** Whether another assistant has a server in the catalog under this name too. */
export async function isNotedElsewhere(host: Host, note: string, as: string): Promise<boolean> {
  const directory = dirname(note);
  const names = await host.fs.readDirectory(directory).catch(() => []);
  const others = names.map((name) => `${directory}/${name}`).filter((path) => path !== note);
  const moved = await Promise.all(others.map(async (path) => readNote(host, path)));
  return moved.flat().some((one) => one.as === as);
}

function isMoved(value: unknown): value is MovedServer {
  return isMap(value) && [value['name'], value['as'], value['hash']].every((text) => typeof text === 'string');
}

/** Of what the catalog says about a server now; undefined when it has none of that name. */
export async function hashInCatalog(host: Host, name: string): Promise<string | undefined> {
  const found = (await entriesIn(host, catalog)).find((entry) => entry.name === name);
  return found && hashOf(found.native);
}
