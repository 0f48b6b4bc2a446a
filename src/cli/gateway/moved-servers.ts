import { dirname } from 'node:path';
import type { Target } from '../../manage/plan/target.ts';
import type { Host } from '../../model/host.ts';
import { isMap } from '../../model/value.ts';
import { hashOf } from '../../runtime/tools/canonical.ts';
import { fingerprint } from '../../store/read/fingerprint.ts';
import { readOwnJson } from '../../store/read/read-own-file.ts';
import { stateFile } from '../../store/state/places.ts';
import { catalog, documentOf, entryNamed } from './entries-in.ts';

/** A server that was moved out of a client's file when it was connected. */
export interface MovedServer {
  readonly name: string;
  /** Its name in the catalog. */
  readonly as: string;
  /** Whether the catalog did not have it before. */
  readonly isOurs: boolean;
  /** Hash of its definition in the catalog after the move, to detect later edits. */
  readonly hash: string;
}

/** The file that records moved servers. It changes together with the config file, so undo reverts both. */
export async function noteOf(host: Host, target: Target): Promise<string> {
  const { path } = await documentOf(host, target);
  const { client, scope, variant } = target;
  const key = JSON.stringify([client.id, scope, variant ?? '', path]);
  return stateFile(host, `connected/${fingerprint(Buffer.from(key))}.json`);
}

export function noteText(moved: readonly MovedServer[]): string {
  return `${JSON.stringify({ version: 1, moved }, undefined, 2)}\n`;
}

/** The recorded servers; empty if the record is missing or damaged, since it only adds to what can be restored. */
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

/** Whether another client also has a server in the catalog under this name. */
export async function isUsedByOtherClient(host: Host, note: string, as: string): Promise<boolean> {
  const directory = dirname(note);
  const names = await host.fs.readDirectory(directory).catch(() => []);
  const others = names.map((name) => `${directory}/${name}`).filter((path) => path !== note);
  const moved = await Promise.all(others.map(async (path) => readNote(host, path)));
  return moved.flat().some((one) => one.as === as);
}

function isMoved(value: unknown): value is MovedServer {
  return isMap(value) && [value['name'], value['as'], value['hash']].every((text) => typeof text === 'string');
}

/** Hash of the current catalog definition; undefined if there is none with that name. */
export async function hashInCatalog(host: Host, name: string): Promise<string | undefined> {
  const found = await entryNamed(host, catalog, name);
  return found && hashOf(found.native);
}
