import type { Loss } from '../model/loss.ts';
import type { Server } from '../model/server.ts';
import { getOwn, isMap, sameValue, type Value, valueAt, type ValueMap } from '../model/value.ts';
import { patchEntry } from './patch-entry.ts';
import { containerPath, type Entry, readDocument, shapeOf } from './read-document.ts';
import type { Client, Place } from './types.ts';
import { writeEntry } from './write-entry.ts';

export interface Judgement {
  /** Whether the client could use it. */
  readonly written: boolean;
  readonly losses: readonly Loss[];
  /** Whether the entry would not stay as it is. */
  readonly changes: boolean;
}

/** The same as in a document whose text would be edited. */
interface ReadDocument {
  readonly client: Client;
  readonly place: Place;
  readonly root: Value | undefined;
  readonly others?: Readonly<Record<string, ValueMap>>;
}

/**
 * What writing servers into a document would do, without doing it. Each is looked at in the same document, which is read
 * once, so that hundreds of them take no longer than they must; `putEntry` says the same of each.
 */
export function entryJudge(document: ReadDocument): (name: string, server: Server) => Judgement {
  const { client, place, root, others = {} } = document;
  const shape = shapeOf(client, root);
  const at = containerPath(client, shape, place);
  const entries = new Map<string, Entry>();
  for (const entry of readDocument(client, root, place)) if (!entries.has(entry.name)) entries.set(entry.name, entry);
  return (name, server) => {
    const existing = entries.get(name);
    const { native, losses } = writeEntry(client, shape, name, server, place, getOwn(others, name));
    const isTaken = shape.isServer !== undefined && !existing && isMap(valueAt(root, [...at, name]));
    if (!native || isTaken) return { written: false, losses, changes: false };
    const wanted = existing && patchEntry(client, place, shape, existing, { native, off: server.disabled === true });
    return { written: true, losses, changes: !wanted || !sameValue(wanted, existing.native) };
  };
}
