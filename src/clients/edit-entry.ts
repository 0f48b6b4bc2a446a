import { type RemoveOptions, Revision } from '../formats/revision.ts';
import type { Edit, Format } from '../formats/types.ts';
import type { Server } from '../model/server.ts';
import { getOwn, type ValueMap } from '../model/value.ts';
import { type EntryChange, putInto, renameIn, type RevisedDocument, takeFrom } from './revise-entry.ts';
import type { Client, Place } from './types.ts';

/** A document of a client: which client, where, and its text. */
export interface ClientDocument {
  readonly client: Client;
  readonly place: Place;
  readonly format: Format;
  readonly text: string;
  /** Entries of the client's other files by name, for clients that merge them with those of this one. */
  readonly others?: Readonly<Record<string, ValueMap>>;
  /** What the client makes of this entry and those it merges it with: then only what differs from that is written. */
  readonly whole?: Server;
  /** How many containers around a list of switched-off servers go with its last name; all of them when not said. */
  readonly listLevels?: number;
}

export interface EntryEdit extends EntryChange {
  readonly edits: Edit[];
}

/** Adds a server, or changes the one of that name where its meaning differs; everything else stays as it is written. */
export function putEntry(document: ClientDocument, name: string, server: Server): EntryEdit {
  const { others = {}, whole, listLevels } = document;
  return edited(document, (revised) =>
    putInto(revised, name, server, { other: getOwn(others, name), whole, listLevels }),
  );
}

/** Removes a server together with its name in a list of switched-off ones. */
export function removeEntry(document: ClientDocument, name: string, options: RemoveOptions = {}): EntryEdit {
  const { listLevels } = document;
  return edited(document, (revised) => takeFrom(revised, name, options, { listLevels }));
}

export function renameEntry(document: ClientDocument, name: string, to: string): EntryEdit {
  return edited(document, (revised) => {
    renameIn(revised, name, to);
    return { losses: [], written: true };
  });
}

function edited(
  { client, place, format, text }: ClientDocument,
  change: (to: RevisedDocument) => EntryChange,
): EntryEdit {
  const revision = new Revision(format, format.parse(text));
  const made = change({ client, place, revision });
  return { ...made, edits: revision.edits() };
}
