import type { RemoveOptions, Revision } from '../formats/revision.ts';
import { PlugboardError } from '../model/diagnostics/error.ts';
import { because, type Loss } from '../model/diagnostics/loss.ts';
import { sameMeaning, withoutIdleFields } from '../model/same-meaning.ts';
import type { Server } from '../model/server.ts';
import { isMap, type Path, sameValue, type Value, valueAt, type ValueMap } from '../model/value.ts';
import { addInputDefinitions } from './inputs.ts';
import { hasState, patchChanges, patchEntry } from './patch-entry.ts';
import { containerPath, type Entry, findEntry, shapeOf, switchedOff } from './read-document.ts';
import { hasSwitchInEntry, switchOf } from './switches.ts';
import type { Client, Place, Shape, Switch } from './types.ts';
import { writeEntry } from './write-entry.ts';

/** A config document being edited. */
export interface RevisedDocument {
  readonly client: Client;
  readonly place: Place;
  readonly revision: Revision;
}

/** Additional input for writing an entry. */
export interface EntryContext {
  /** The entry with the same name in another of the client's files, for clients that merge files by field. */
  readonly other?: ValueMap | undefined;
  /** The merged definition of this entry and those it is merged with. If given, only differences to it are written. */
  readonly whole?: Server | undefined;
  /** How many containers around a list of disabled servers are removed with its last name; default: all. */
  readonly listLevels?: number | undefined;
  /** The entries of the document, if they have been read already; the first one of each name. */
  readonly known?: ReadonlyMap<string, Entry> | undefined;
}

export interface EntryChange {
  readonly losses: readonly Loss[];
  /** False if the client cannot use the server; the losses say why. */
  readonly written: boolean;
  /** Ids of prompts whose definitions were added with the entry. */
  readonly addedInputs?: readonly string[];
  /** A list of disabled servers in another file that must change too. */
  readonly elsewhere?: { readonly file: Switch; readonly at: Path; readonly name: string; readonly off: boolean };
}

/** Adds or updates a server. Text whose meaning does not change stays as written. */
export function putInto(
  document: RevisedDocument,
  name: string,
  server: Server,
  context: EntryContext = {},
): EntryChange {
  const { client, place, revision } = document;
  const wanted = wantedEntry(client, place, revision.value, name, server, context);
  const { losses, existing, native } = wanted;
  if (!native) return { losses, written: false };
  beginFile(client, revision);
  revision.set(wanted.path, native);
  const inputs = addInputDefinitions(client, revision, native, server);
  const switched = { name, off: server.disabled === true, before: existing?.off ?? false };
  return {
    losses: [...losses, ...inputs.losses],
    written: true,
    addedInputs: inputs.added,
    ...updateSwitchList(document, switched, context),
  };
}

/** Adds the keys that the client requires to a file that has nothing else. */
function beginFile({ newFile = {} }: Client, revision: Revision): void {
  if (revision.value !== undefined && !(isMap(revision.value) && Object.keys(revision.value).length === 0)) return;
  for (const [key, value] of Object.entries(newFile)) revision.set([key], value);
}

export interface EntryPreview {
  readonly losses: readonly Loss[];
  /** Whether the client can use the server. */
  readonly written: boolean;
  /** Whether the entry would change. */
  readonly changes: boolean;
}

/** Previews what `putInto` would do with a server, without changing the document. */
export function previewEntry(
  { client, place, root }: { readonly client: Client; readonly place: Place; readonly root: Value | undefined },
  name: string,
  server: Server,
  context: Pick<EntryContext, 'other' | 'known'> = {},
): EntryPreview {
  const { losses, existing, native, shape } = writtenEntry(client, place, root, name, server, context);
  if (!native) return { losses, written: false, changes: false };
  const off = server.disabled === true;
  const changes =
    !existing ||
    (!isSameDefinition({ client, place, shape, existing }, server, context) &&
      patchChanges(client, place, shape, existing, { native, off }));
  return { losses, written: true, changes };
}

/** The entry that writing a server would produce. */
interface WantedEntry {
  readonly losses: readonly Loss[];
  /** The current entry with that name. */
  readonly existing: Entry | undefined;
  /** Path of the existing or new entry. */
  readonly path: Path;
  /** The new entry; undefined if the client cannot use the server. */
  readonly native: ValueMap | undefined;
}

function wantedEntry(
  client: Client,
  place: Place,
  root: Value | undefined,
  name: string,
  server: Server,
  context: EntryContext,
): WantedEntry {
  const written = writtenEntry(client, place, root, name, server, context);
  const { existing, native, shape } = written;
  if (!existing || !native) return written;
  if (isSameDefinition({ client, place, shape, existing }, server, context))
    return { ...written, native: existing.native };
  const off = server.disabled === true;
  return { ...written, native: patchEntry(client, place, shape, existing, { native, off }) };
}

/** An equal definition keeps its spelling, unless it is written as a difference to another entry. */
function isSameDefinition(
  { client, place, shape, existing }: Existing,
  server: Server,
  { other }: EntryContext,
): boolean {
  if (other || !hasState(existing, server.disabled === true)) return false;
  if (sameMeaning(server, existing.server)) return true;
  const [wanted, present] = [withoutIdleFields(server), withoutIdleFields(existing.server)];
  if (wanted === server && present === existing.server) return false;
  const inWords = (one: Server): ValueMap | undefined =>
    writeEntry(client, shape, existing.name, one, place, { present }).native;
  return sameValue(inWords(wanted), inWords(present));
}

interface Existing {
  readonly client: Client;
  readonly place: Place;
  readonly shape: Shape;
  readonly existing: Entry;
}

/** The entry as Plugboard would write it anew, without the spelling of the existing entry. */
function writtenEntry(
  client: Client,
  place: Place,
  root: Value | undefined,
  name: string,
  server: Server,
  { other, whole, known }: EntryContext,
): WantedEntry & { readonly shape: Shape } {
  const shape = shapeOf(client, root);
  const at = containerPath(client, shape, place);
  const found = known ? known.get(name) : findEntry(client, root, place, name);
  const existing = found && whole ? { ...found, server: whole } : found;
  const path = existing?.path ?? [...at, shape.listBy === undefined ? name : lengthOf(valueAt(root, at))];
  const { native, losses } = writeEntry(client, shape, name, server, place, { other, present: existing?.server });
  if (native && shape.isServer && !existing && isMap(valueAt(root, [...at, name]))) {
    const refusal = { field: 'name', client: client.id, action: 'dropped', refused: true } as const;
    const loss: Loss = { ...refusal, ...because('name-of-other-kind') };
    return { losses: [...losses, loss], existing, path, native: undefined, shape };
  }
  return { losses, existing, path, native, shape };
}

/** Removes a server, also from the list of disabled servers. */
export function takeFrom(
  document: RevisedDocument,
  name: string,
  options: RemoveOptions = {},
  context: EntryContext = {},
): EntryChange {
  const entry = requireEntry(document, name);
  document.revision.remove(entry.path, options);
  const switched = { name, off: false, before: entry.off };
  return { losses: [], written: true, ...updateSwitchList(document, switched, context) };
}

/** Renames a server, also in the list of disabled servers. */
export function renameIn(document: RevisedDocument, name: string, to: string): void {
  const { client, place, revision } = document;
  const { path } = requireEntry(document, name);
  if (name === to) return;
  if (findEntry(client, revision.value, place, to))
    throw new PlugboardError('path-taken', { path: [...path.slice(0, -1), to].join('.') });
  const list = switchedOff(client, revision.value, place);
  const { listBy, nameKey } = shapeOf(client, revision.value);
  if (listBy === undefined) revision.rename(path, to);
  const renamed = listBy === undefined ? [...path.slice(0, -1), to] : path;
  const inner = listBy ?? nameKey;
  if (inner !== undefined) revision.set([...renamed, inner], to);
  const found = switchOf(client, place);
  if (found && list.includes(name)) revision.set(found.at, [...new Set(list.map((one) => (one === name ? to : one)))]);
}

/** Adds a name to a list of disabled servers, or removes it together with containers that become empty. */
export function switchInList(
  revision: Revision,
  at: Path,
  name: string,
  off: boolean,
  levels: number = at.length,
): void {
  const found = valueAt(revision.value, at);
  const list = Array.isArray(found) ? found : [];
  if (off && !list.includes(name)) revision.set(at, [...list, name]);
  if (off) return;
  // In reverse, so indexes stay valid: a name may occur more than once.
  for (const [index, one] of [...list.entries()].toReversed())
    if (one === name) revision.remove([...at, index], { prune: levels });
}

function requireEntry({ client, place, revision }: RevisedDocument, name: string): Entry {
  const entry = findEntry(client, revision.value, place, name);
  if (!entry) throw new PlugboardError('path-missing', { path: name });
  return entry;
}

function lengthOf(container: Value | undefined): number {
  return Array.isArray(container) ? container.length : 0;
}

interface Switched {
  readonly name: string;
  readonly off: boolean;
  readonly before: boolean;
}

/**
 * Updates the list of disabled servers, or returns the change if it is in another file. Not needed for clients with a
 * switch in the entry.
 */
function updateSwitchList(
  { client, place, revision }: RevisedDocument,
  { name, off, before }: Switched,
  { listLevels }: EntryContext,
): Pick<EntryChange, 'elsewhere'> {
  const found = switchOf(client, place);
  if (!found || off === before) return {};
  const shape: Shape = shapeOf(client, revision.value);
  // The switch in the entry is enough to disable a server. To enable it, it must not be in a list either.
  if (hasSwitchInEntry(shape) && off) return {};
  if (found.file.path !== undefined) return { elsewhere: { ...found, name, off } };
  switchInList(revision, found.at, name, off, listLevels);
  return {};
}
