import type { Host } from '../model/host.ts';
import { readOwnJson } from '../store/read/read-own-file.ts';
import { isNotFound, writing } from '../store/read/reason.ts';
import { makeOwnDirectory } from '../store/state/directories.ts';
import { places } from '../store/state/places.ts';
import { putInPlace } from '../store/write/put-file.ts';
import { writeNew } from '../store/write/write-new.ts';

/** A selection as stored on disk. */
export interface StoredSelection {
  readonly schema: 1;
  readonly project: string;
  readonly configDirectory: string;
  /** Names of the selected sets. */
  readonly sets: readonly string[];
  /** When the selection was saved. */
  readonly time: string;
}

export function selectionDirectory(host: Host): string {
  return `${places(host).cache}/selections`;
}

/** The selection files, and temporary files of interrupted writes. */
export async function selectionFiles(host: Host): Promise<{ selections: string[]; leftovers: string[] }> {
  const directory = selectionDirectory(host);
  const names = await writing(directory, () => host.fs.readDirectory(directory).catch(absent));
  const matching = (pattern: RegExp): string[] =>
    names
      .filter((name) => pattern.test(name))
      .toSorted()
      .map((name) => `${directory}/${name}`);
  return { selections: matching(/^\w+\.\w{32}\.json$/), leftovers: matching(/^\w+\.\w{32}\.json\.[\w-]+\.tmp$/) };
}

function absent(error: unknown): string[] {
  if (isNotFound(error)) return [];
  throw error;
}

/** Undefined if the file is missing, damaged, or written by another version. */
export async function readSelectionFile(host: Host, path: string): Promise<StoredSelection | undefined> {
  try {
    const found = await readOwnJson(host, path);
    return isSelection(found) ? found : undefined;
  } catch {
    return undefined;
  }
}

function isSelection(found: unknown): found is StoredSelection {
  const { schema, project, configDirectory, sets, time } = (found ?? {}) as Partial<StoredSelection>;
  const named = typeof project === 'string' && typeof configDirectory === 'string' && typeof time === 'string';
  return schema === 1 && named && Array.isArray(sets) && sets.every((name) => typeof name === 'string');
}

/** Writes atomically: readers get the old or the new text. If several processes write, the last one wins. */
export async function writeSelectionFile(host: Host, path: string, selection: StoredSelection): Promise<void> {
  const unique = `${host.processes.own}-${process.hrtime.bigint().toString(36)}-${Math.random().toString(36).slice(2)}`;
  const fresh = `${path}.${unique}.tmp`;
  await writing(path, async () => {
    await makeOwnDirectory(host, selectionDirectory(host));
    await writeNew(host, fresh, Buffer.from(`${JSON.stringify(selection, undefined, 2)}\n`), 0o600);
    try {
      await putInPlace(host, fresh, path);
    } catch (error) {
      await host.fs.unlink(fresh).catch(() => undefined);
      throw error;
    }
  });
}
