import { type RemoveOptions, Revision } from '../formats/revision.ts';
import type { Edit, Format } from '../formats/types.ts';
import type { Server } from '../model/server.ts';
import { getOwn, type ValueMap } from '../model/value.ts';
import { type EntryChange, putInto, renameIn, type RevisedDocument, takeFrom } from './revise-entry.ts';
import type { Client, Place } from './types.ts';

/** A config document: its client, place and text. */
export interface ClientDocument {
  readonly client: Client;
  readonly place: Place;
  readonly format: Format;
  readonly text: string;
  /** Entries by name in the client's other files, for clients that merge files by field. */
  readonly others?: Readonly<Record<string, ValueMap>>;
  /** The merged definition of this entry and those it is merged with. If given, only differences to it are written. */
  readonly whole?: Server;
  /** How many containers around a list of disabled servers are removed with its last name; default: all. */
  readonly listLevels?: number;
}

export interface EntryEdit extends EntryChange {
  readonly edits: Edit[];
}

/** Adds or updates a server. Text whose meaning does not change stays as written. */
export function putEntry(document: ClientDocument, name: string, server: Server): EntryEdit {
  const { others = {}, whole, listLevels } = document;
  return edited(document, (revised) =>
    putInto(revised, name, server, { other: getOwn(others, name), whole, listLevels }),
  );
}

/** Removes a server, also from the list of disabled servers. */
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
