import { isMap, type Path, type Value, valueAt, type ValueMap } from '../model/value.ts';
import { type ReadEntry, readEntry } from './read-entry.ts';
import { switchOf } from './switches.ts';
import type { Client, Location, Place, Shape } from './types.ts';

/** One server in one document. */
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

/** Where the servers stand in a document of this client. */
export function containerPath(client: Client, shape: Shape, place: Place): Path {
  const atProject = locationOf(client, place)?.atProject;
  return atProject ? atProject(place.project ?? '') : shape.at;
}

/** All entries that are servers; anything else in the container is for validation to report. */
export function readDocument(client: Client, root: Value | undefined, place: Place): Entry[] {
  const shape = shapeOf(client, root);
  const at = containerPath(client, shape, place);
  const off = switchedOff(client, root, place);
  return nativeEntries(valueAt(root, at), shape, at).map(({ name, path, native }) => {
    const read = readEntry(client, shape, native);
    if (!off.includes(name)) return { name, path, native, ...read };
    return { name, path, native, ...read, server: { ...read.server, disabled: true }, off: true };
  });
}

function nativeEntries(
  container: Value | undefined,
  shape: Shape,
  at: Path,
): { name: string; path: Path; native: ValueMap }[] {
  const { listBy } = shape;
  const steps: [string | number, Value][] = Array.isArray(container)
    ? [...container.entries()]
    : isMap(container)
      ? Object.entries(container)
      : [];
  return steps.flatMap(([step, native]) => {
    if (!isMap(native) || shape.isServer?.(native) === false) return [];
    const name = listBy === undefined ? step : native[listBy];
    return typeof name === 'string' ? [{ name, path: [...at, step], native }] : [];
  });
}

/** Names in the client's list of switched-off servers, when that list stands in the same document. */
export function switchedOff(client: Client, root: Value | undefined, place: Place): Value[] {
  const found = switchOf(client, place);
  const list = found && found.file.path === undefined ? valueAt(root, found.at) : undefined;
  return Array.isArray(list) ? list : [];
}
