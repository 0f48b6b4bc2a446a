import { isMap, type Path, type Value, valueAt, type ValueMap } from '../model/value.ts';
import { withInputDefinitions } from './inputs.ts';
import { type ReadEntry, readEntry } from './read-entry.ts';
import { switchOf } from './switches.ts';
import type { Client, Location, Place, Shape } from './types.ts';

export interface Entry extends ReadEntry {
  readonly name: string;
  readonly path: Path;
  readonly native: ValueMap;
}

export function locationOf(client: Client, place: Place): Location | undefined {
  return client.locations.find((location) => location.scope === place.scope && location.variant === place.variant);
}

export function shapeOf(client: Client, root: Value | undefined): Shape {
  return client.shapes.find((shape) => shape.matches?.(root)) ?? (client.shapes.at(-1) as Shape);
}

/** The path of the object that contains the servers. */
export function containerPath(client: Client, shape: Shape, place: Place): Path {
  const atProject = locationOf(client, place)?.atProject;
  return atProject ? atProject(place.project ?? '') : shape.at;
}

/** How many items the container of the servers has. */
export function countItems(client: Client, root: Value | undefined, place: Place): number {
  const container = valueAt(root, containerPath(client, shapeOf(client, root), place));
  if (Array.isArray(container)) return container.length;
  return isMap(container) ? Object.keys(container).length : 0;
}

/** All server entries. Anything else in the container is left to validation. */
export function readDocument(client: Client, root: Value | undefined, place: Place): Entry[] {
  const shape = shapeOf(client, root);
  const off = new Set(switchedOff(client, root, place));
  return nativeEntries(root, shape, containerPath(client, shape, place)).map((entry) =>
    readNative(client, shape, root, entry, off.has(entry.name)),
  );
}

/** The entry with this name; the first one if a list has several. */
export function findEntry(client: Client, root: Value | undefined, place: Place, name: string): Entry | undefined {
  const shape = shapeOf(client, root);
  const at = containerPath(client, shape, place);
  const found = shape.listBy === undefined ? entryAt(root, shape, at, name) : listed(root, shape, at, name);
  return found && readNative(client, shape, root, found, switchedOff(client, root, place).includes(name));
}

type NativeEntry = Pick<Entry, 'name' | 'path' | 'native'>;

function readNative(
  client: Client,
  shape: Shape,
  root: Value | undefined,
  entry: NativeEntry,
  isListed: boolean,
): Entry {
  const { server: plain, ignored, off, mismatches, isTransportAmbiguous } = readEntry(client, shape, entry.native);
  const { name, path, native } = entry;
  const server = client.inputs ? withInputDefinitions(client, root, plain) : plain;
  // Field by field, because spreading two objects takes as long as reading the entry.
  return {
    name,
    path,
    native,
    server: isListed ? { ...server, disabled: true } : server,
    ignored,
    off: isListed || off,
    mismatches,
    isTransportAmbiguous,
  };
}

function nativeEntries(root: Value | undefined, shape: Shape, at: Path): NativeEntry[] {
  return stepsIn(valueAt(root, at)).flatMap(([step, native]) => nativeEntry(shape, at, step, native) ?? []);
}

function stepsIn(container: Value | undefined): [string | number, Value][] {
  if (Array.isArray(container)) return [...container.entries()];
  return isMap(container) ? Object.entries(container) : [];
}

function entryAt(root: Value | undefined, shape: Shape, at: Path, name: string): NativeEntry | undefined {
  return nativeEntry(shape, at, name, valueAt(root, [...at, name]));
}

function listed(root: Value | undefined, shape: Shape, at: Path, name: string): NativeEntry | undefined {
  for (const [step, native] of stepsIn(valueAt(root, at))) {
    const hasName = isMap(native) && native[shape.listBy ?? ''] === name;
    const entry = hasName ? nativeEntry(shape, at, step, native) : undefined;
    if (entry) return entry;
  }
  return undefined;
}

function nativeEntry(
  shape: Shape,
  at: Path,
  step: string | number,
  native: Value | undefined,
): NativeEntry | undefined {
  if (!isMap(native) || shape.isServer?.(native) === false) return undefined;
  const name = shape.listBy === undefined ? step : native[shape.listBy];
  return typeof name === 'string' ? { name, path: [...at, step], native } : undefined;
}

/** Names in the client's list of disabled servers, if that list is in the same document. */
export function switchedOff(client: Client, root: Value | undefined, place: Place): Value[] {
  const found = switchOf(client, place);
  const list = found && found.file.path === undefined ? valueAt(root, found.at) : undefined;
  return Array.isArray(list) ? list : [];
}
