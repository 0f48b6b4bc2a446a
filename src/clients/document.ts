import { applyEdits } from '../formats/edit-list.ts';
import { setValue } from '../formats/edit.ts';
import { loadFormat } from '../formats/index.ts';
import type { Format } from '../formats/types.ts';
import type { Loss } from '../model/loss.ts';
import type { Server } from '../model/server.ts';
import { isMap, type Path, setOwn, type Value, valueAt, type ValueMap } from '../model/value.ts';
import { readEntry } from './read-entry.ts';
import type { Client, Location, Place, Shape } from './types.ts';
import { switchOf, writeEntry } from './write-entry.ts';

/** One server in one document. */
export interface Entry {
  readonly name: string;
  readonly path: Path;
  readonly native: ValueMap;
  readonly server: Server;
  readonly ignored: readonly string[];
}

export function locationOf(client: Client, place: Place): Location | undefined {
  return client.locations.find((location) => location.scope === place.scope && location.variant === place.variant);
}

export function shapeOf(client: Client, root: Value | undefined): Shape {
  return client.shapes.find((shape) => shape.matches?.(root)) ?? (client.shapes.at(-1) as Shape);
}

/** Where the servers stand in a document of this client. */
export function containerPath(client: Client, shape: Shape, place: Place): Path {
  const atProject = locationOf(client, place)?.atProject;
  return atProject ? atProject(place.project ?? '') : shape.at;
}

/** All entries that are maps; anything else in the container is for validation to report. */
export function readDocument(client: Client, root: Value | undefined, place: Place): Entry[] {
  const shape = shapeOf(client, root);
  const at = containerPath(client, shape, place);
  const off = switchedOff(client, root, place);
  return nativeEntries(valueAt(root, at), shape, at).map(({ name, path, native }) => {
    const { server, ignored } = readEntry(client, shape, native);
    if (off.includes(name)) server.disabled = true;
    return { name, path, native, server, ignored };
  });
}

function nativeEntries(
  container: Value | undefined,
  shape: Shape,
  at: Path,
): { name: string; path: Path; native: ValueMap }[] {
  if (shape.listBy !== undefined && Array.isArray(container)) {
    return container.flatMap((native, index) => {
      const name = isMap(native) ? native[shape.listBy as string] : undefined;
      return isMap(native) && typeof name === 'string' ? [{ name, path: [...at, index], native }] : [];
    });
  }
  if (!isMap(container)) return [];
  return Object.entries(container).flatMap(([name, native]) =>
    isMap(native) ? [{ name, path: [...at, name], native }] : [],
  );
}

/** Names in the client's list of switched-off servers, when that list stands in the same document. */
function switchedOff(client: Client, root: Value | undefined, place: Place): Value[] {
  const found = switchOf(client, place);
  const list = found && found.file.path === undefined ? valueAt(root, found.at) : undefined;
  return Array.isArray(list) ? list : [];
}

export interface WrittenDocument {
  readonly text: string;
  readonly losses: readonly (Loss & { readonly server: string })[];
  /** Other files the client needs, by their path as in a location. */
  readonly companions: readonly { readonly path: string; readonly text: string }[];
}

/** Puts servers into a document of the client, which may be empty; each that is there already is brought up to date. */
export async function writeDocument(
  client: Client,
  servers: Readonly<Record<string, Server>>,
  place: Place,
  before = '',
): Promise<WrittenDocument> {
  const format = await loadFormat(locationOf(client, place)?.format ?? client.locations[0]?.format ?? 'json');
  const losses: (Loss & { server: string })[] = [];
  const off: string[] = [];
  let text = before;
  for (const [name, server] of Object.entries(servers)) {
    const written = writeInto(client, format, text, name, server, place);
    text = written.text;
    losses.push(...written.losses.map((loss) => ({ ...loss, server: name })));
    if (written.native && server.disabled) off.push(name);
  }
  return { losses, ...(await writeSwitches(client, format, text, off, place)) };
}

function writeInto(
  client: Client,
  format: Format,
  text: string,
  name: string,
  server: Server,
  place: Place,
): { text: string; native: ValueMap | undefined; losses: readonly Loss[] } {
  const root = format.parse(text).value;
  const shape = shapeOf(client, root);
  const at = containerPath(client, shape, place);
  const existing = readDocument(client, root, place).find((entry) => entry.name === name);
  const { native, losses } = writeEntry(client, shape, name, server, place);
  if (!native) return { text, native, losses };
  const step = shape.listBy === undefined ? name : itemCount(valueAt(root, at));
  const wanted = existing ? patched(client, shape, existing, native, place) : native;
  return { text: applyEdits(text, setValue(format, text, existing?.path ?? [...at, step], wanted)), native, losses };
}

function itemCount(container: Value | undefined): number {
  return Array.isArray(container) ? container.length : 0;
}

/**
 * The entry as it stands, changed only where the new definition differs from what the entry already means. Spellings
 * that we would write otherwise, and keys we do not understand, stay as they are.
 */
function patched(client: Client, shape: Shape, existing: Entry, wanted: ValueMap, place: Place): ValueMap {
  const ours = writeEntry(client, shape, existing.name, existing.server, place).native ?? {};
  return patch(existing.native, ours, wanted);
}

function patch(actual: ValueMap, ours: ValueMap, wanted: ValueMap): ValueMap {
  const result: ValueMap = {};
  for (const [key, value] of Object.entries(actual)) {
    if (Object.hasOwn(wanted, key) || !Object.hasOwn(ours, key)) setOwn(result, key, value);
  }
  for (const [key, value] of Object.entries(wanted)) {
    const before = Object.hasOwn(ours, key) ? ours[key] : undefined;
    const now = Object.hasOwn(actual, key) ? actual[key] : undefined;
    if (isMap(value) && isMap(before) && isMap(now)) setOwn(result, key, patch(now, before, value));
    else if (JSON.stringify(before) !== JSON.stringify(value)) setOwn(result, key, value);
  }
  return result;
}

async function writeSwitches(
  client: Client,
  format: Format,
  text: string,
  off: readonly string[],
  place: Place,
): Promise<Pick<WrittenDocument, 'text' | 'companions'>> {
  const found = switchOf(client, place);
  const root = format.parse(text).value;
  if (!found || off.length === 0 || shapeOf(client, root).lenses.some((lens) => lens.fields.includes('disabled')))
    return { text, companions: [] };
  const { file, at } = found;
  if (file.path === undefined) {
    const list = switchedOff(client, root, place);
    const missing = off.filter((name) => !list.includes(name));
    return { text: applyEdits(text, setValue(format, text, at, [...list, ...missing])), companions: [] };
  }
  const other = await loadFormat(file.format);
  return { text, companions: [{ path: file.path, text: applyEdits('', setValue(other, '', at, [...off])) }] };
}
