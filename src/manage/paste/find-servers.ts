import { clients } from '../../clients/registry.ts';
import type { Client } from '../../clients/types.ts';
import { isMap, type Path, type Value, valueAt, type ValueMap } from '../../model/value.ts';

/** An entry as written in the text. */
export interface NativeEntry {
  readonly name: string | undefined;
  readonly path: Path;
  readonly native: ValueMap;
}

/** Servers in one container, which share a syntax. */
export interface Group {
  readonly entries: readonly NativeEntry[];
  /** The container's keys in a client's file, if it is under such keys. */
  readonly container: Path | undefined;
  /** The path these keys are relative to; empty for a whole file. */
  readonly base: Path;
  readonly isList: boolean;
  /** Locations of entries that cannot be servers. */
  readonly strays: readonly Stray[];
}

export interface Stray {
  readonly path: Path;
  readonly value: Value;
}

const all: readonly Client[] = Object.values(clients);
/** All container paths of all clients, deepest first, because `mcp.servers` is inside `mcp`. */
const containers = [
  ...new Map(all.flatMap(({ shapes }) => shapes).map(({ at }) => [at.join('\n'), at])).values(),
].toSorted((a, b) => b.length - a.length);
/** Keys that define what any client starts or connects to. */
const targets = ['command', 'cmd', 'url', 'httpUrl', 'serverUrl', 'server_url', 'baseUrl', 'base_url', 'uri'];
/** Keys that may be next to servers without being one. */
const NOTES = /^(?:\$schema|inputs|_.*|\/\/.*|#.*|version|description)$/;
const MAX_DEPTH = 6;
const MAX_MAPS = 5000;

/** Returns the servers in a value: in a client's container, or else as a map, a list or a single server. */
export function findServers(root: Value | undefined): Group[] {
  if (Array.isArray(root)) return findInList(root, []);
  if (!isMap(root)) return [];
  if (isServer(root) && groupsIn(root, []).length === 0) return [alone(root, [])];
  const inContainers = search(root, groupsIn);
  return inContainers.length > 0 ? inContainers : search(root, bareGroup);
}

/** Whether a key defines what is started or connected to, regardless of its value's type. */
export function hasTarget(value: Value | undefined): value is ValueMap {
  return isMap(value) && targets.some((key) => Object.hasOwn(value, key));
}

export function isServer(value: Value | undefined): value is ValueMap {
  return isMap(value) && targets.some((key) => Object.hasOwn(value, key) && isTarget(value[key]));
}

function isTarget(value: Value | undefined): boolean {
  if (isMap(value)) return typeof value['path'] === 'string';
  return (typeof value === 'string' && value !== '') || (Array.isArray(value) && typeof value[0] === 'string');
}

function alone(native: ValueMap, path: Path): Group {
  // VS Code links contain input prompts next to the server.
  const { name, inputs: _, ...fields } = native;
  const entry = { name: typeof name === 'string' ? name : undefined, native: fields, path };
  return { entries: [entry], container: undefined, base: path, isList: false, strays: [] };
}

function findInList(list: readonly Value[], path: Path): Group[] {
  const entries = entriesOf([...list], path);
  if (entries.length > 0)
    return [{ entries, container: undefined, base: path, isList: true, strays: straysIn([...list], path) }];
  return list.slice(0, MAX_MAPS).flatMap((item, index) => (isMap(item) ? groupsIn(item, [...path, index]) : []));
}

/** Walks the maps of a document breadth-first and stops at the first depth with a result. */
function search(root: ValueMap, look: (map: ValueMap, path: Path) => Group[]): Group[] {
  let level: [ValueMap, Path][] = [[root, []]];
  for (let depth = 0; depth <= MAX_DEPTH && level.length > 0; depth += 1) {
    const found = level.flatMap(([map, path]) => look(map, path));
    if (found.length > 0) return found;
    level = level.flatMap(([map, path]) => mapsIn(map, path)).slice(0, MAX_MAPS);
  }
  return [];
}

function mapsIn(map: ValueMap, path: Path): [ValueMap, Path][] {
  return Object.entries(map).flatMap(([key, value]) => (isMap(value) ? [[value, [...path, key]]] : []));
}

function groupsIn(map: ValueMap, base: Path): Group[] {
  const found: Group[] = [];
  for (const container of containers) {
    const value = valueAt(map, container);
    const inside = found.some((group) => container.every((key, index) => group.container?.[index] === key));
    const path = [...base, ...container];
    const entries = inside ? [] : entriesOf(value, path);
    if (entries.length > 0)
      found.push({ entries, container, base, isList: Array.isArray(value), strays: straysIn(value, path) });
  }
  return found;
}

/** The possible servers of a container; empty when no entry can be one. */
function entriesOf(container: Value | undefined, path: Path): NativeEntry[] {
  if (Array.isArray(container)) {
    if (!container.some(hasTarget)) return [];
    return container.flatMap((item, index) => (isMap(item) ? alone(item, [...path, index]).entries : []));
  }
  if (!isMap(container) || !Object.values(container).some(hasTarget)) return [];
  return Object.entries(container).flatMap(([name, native]) =>
    isMap(native) ? [{ name, path: [...path, name], native }] : [],
  );
}

function straysIn(container: Value | undefined, path: Path): Stray[] {
  const steps = Array.isArray(container) ? [...container.entries()] : Object.entries(container ?? {});
  return steps.flatMap(([step, value]: [string | number, Value]) =>
    isMap(value) ? [] : [{ path: [...path, step], value }],
  );
}

/** A map that contains only servers, under any key. */
function bareGroup(map: ValueMap, base: Path): Group[] {
  const steps = Object.entries(map).filter(([key]) => !NOTES.test(key));
  if (steps.length === 0 || !steps.every(([, value]) => isServer(value))) return [];
  const entries = steps.map(([name, native]) => ({ name, path: [...base, name], native: native as ValueMap }));
  return [{ entries, container: undefined, base, isList: false, strays: [] }];
}
