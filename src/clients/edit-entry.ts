import { applyEdits, composeEdits } from '../formats/edit-list.ts';
import { removeValue, renameKey, type RemoveOptions, setValue } from '../formats/edit.ts';
import type { Edit, Format } from '../formats/types.ts';
import { PlugboardError } from '../model/error.ts';
import { because, type Loss } from '../model/loss.ts';
import type { Server } from '../model/server.ts';
import { getOwn, isMap, type Path, type Value, valueAt, type ValueMap } from '../model/value.ts';
import { patchEntry } from './patch-entry.ts';
import { type Entry, containerPath, readDocument, shapeOf, switchedOff } from './read-document.ts';
import { hasSwitchInEntry, switchOf } from './switches.ts';
import type { Client, Place, Shape, Switch } from './types.ts';
import { writeEntry } from './write-entry.ts';

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

export interface EntryEdit {
  readonly edits: Edit[];
  readonly losses: readonly Loss[];
  /** False when the client could not use the server; the losses say why. */
  readonly written: boolean;
  /** A list of switched-off servers in another file that has to change along. */
  readonly elsewhere?: { readonly file: Switch; readonly at: Path; readonly name: string; readonly off: boolean };
}

/** Adds a server, or changes the one of that name where its meaning differs; everything else stays as it is written. */
export function putEntry(document: ClientDocument, name: string, server: Server): EntryEdit {
  const { client, place, format, text } = document;
  const root = format.parse(text).value;
  const shape = shapeOf(client, root);
  const at = containerPath(client, shape, place);
  const found = readDocument(client, root, place).find((entry) => entry.name === name);
  const existing = found && document.whole ? { ...found, server: document.whole } : found;
  const { native, losses } = writeEntry(client, shape, name, server, place, getOwn(document.others ?? {}, name));
  if (!native) return { edits: [], losses, written: false };
  if (shape.isServer && !existing && isMap(valueAt(root, [...at, name]))) {
    const refusal = { field: 'name', client: client.id, action: 'dropped', refused: true } as const;
    return { edits: [], losses: [...losses, { ...refusal, ...because('name-of-other-kind') }], written: false };
  }
  const off = server.disabled === true;
  const wanted = existing ? patchEntry(client, place, shape, existing, { native, off }) : native;
  const step = shape.listBy === undefined ? name : listLength(valueAt(root, at));
  const edits = setValue(format, text, existing?.path ?? [...at, step], wanted);
  return { losses, written: true, ...switchAlong(document, shape, edits, name, off, existing?.off ?? false) };
}

/** Removes a server together with its name in a list of switched-off ones. */
export function removeEntry(document: ClientDocument, name: string, options: RemoveOptions = {}): EntryEdit {
  const entry = find(document, name);
  const edits = removeValue(document.format, document.text, entry.path, options);
  const shape = shapeOf(document.client, document.format.parse(document.text).value);
  return {
    losses: [],
    written: true,
    ...switchAlong(document, shape, edits, name, false, entry.off),
  };
}

export function renameEntry(document: ClientDocument, name: string, to: string): EntryEdit {
  const { client, place, format, text } = document;
  const entry = find(document, name);
  const root = format.parse(text).value;
  if (name === to) return { edits: [], losses: [], written: true };
  if (readDocument(client, root, place).some((other) => other.name === to)) {
    throw new PlugboardError('path-taken', { path: [...entry.path.slice(0, -1), to].join('.') });
  }
  const { listBy, nameKey } = shapeOf(client, root);
  const inner = listBy ?? nameKey;
  const named = inner === undefined ? [] : setValue(format, text, [...entry.path, inner], to);
  const renamed =
    listBy === undefined ? composeEdits(named, renameKey(format, applyEdits(text, named), entry.path, to)) : named;
  const list = switchedOff(client, root, place);
  const found = switchOf(client, place);
  if (!found || !list.includes(name)) return { edits: renamed, losses: [], written: true };
  const moved = setValue(format, applyEdits(text, renamed), found.at, [
    ...new Set(list.map((one) => (one === name ? to : one))),
  ]);
  return { edits: composeEdits(renamed, moved), losses: [], written: true };
}

function find({ client, place, format, text }: ClientDocument, name: string): Entry {
  const entry = readDocument(client, format.parse(text).value, place).find((one) => one.name === name);
  if (!entry) throw new PlugboardError('path-missing', { path: name });
  return entry;
}

function listLength(container: Value | undefined): number {
  return Array.isArray(container) ? container.length : 0;
}

/** Brings the list of switched-off servers in line, here or by telling the caller. Clients with a switch in the entry need nothing. */
function switchAlong(
  document: ClientDocument,
  shape: Shape,
  edits: Edit[],
  name: string,
  off: boolean,
  before: boolean,
): Pick<EntryEdit, 'edits' | 'elsewhere'> {
  const { client, place, format } = document;
  const found = switchOf(client, place);
  if (!found || off === before) return { edits };
  // A switch in the entry is enough to turn a server off; to turn it on it must be in no list either.
  if (hasSwitchInEntry(shape) && off) return { edits };
  if (found.file.path !== undefined) return { edits, elsewhere: { ...found, name, off } };
  const text = applyEdits(document.text, edits);
  return { edits: composeEdits(edits, switchEdits(format, text, found.at, name, off, document.listLevels)) };
}

/** Puts a name into a list of switched-off servers, or takes it out, with the containers that this leaves empty. */
export function switchEdits(
  format: Format,
  text: string,
  at: Path,
  name: string,
  off: boolean,
  levels: number = at.length,
): Edit[] {
  const found = valueAt(format.parse(text).value, at);
  const list = Array.isArray(found) ? found : [];
  if (off) return list.includes(name) ? [] : setValue(format, text, at, [...list, name]);
  // Backwards, so that the places of the others hold: a name may stand in the list more than once.
  return list.reduceRight<Edit[]>((edits, one, index) => {
    if (one !== name) return edits;
    return composeEdits(edits, removeValue(format, applyEdits(text, edits), [...at, index], { prune: levels }));
  }, []);
}
