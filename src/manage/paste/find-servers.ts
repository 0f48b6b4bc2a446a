import { clients } from '../../clients/registry.ts';
import type { Client } from '../../clients/types.ts';
import { isMap, type Path, type Value, valueAt, type ValueMap } from '../../model/value.ts';

/** An entry as it stands in the text. */
export interface NativeEntry {
  readonly name: string | undefined;
  readonly path: Path;
  readonly native: ValueMap;
}

/** Servers that stand together, and so are written in the same way. */
export interface Group {
  readonly entries: readonly NativeEntry[];
  /** The keys that lead to them in some client's files, when they stand under such keys. */
  readonly container: Path | undefined;
  /** Where that container is looked from: the empty path for a whole file. */
  readonly base: Path;
  readonly isList: boolean;
  /** Where something stands among them that cannot be a server. */
  readonly strays: readonly Stray[];
}

export interface Stray {
  readonly path: Path;
  readonly value: Value;
}

const all: readonly Client[] = Object.values(clients);
/** Every place where some client keeps servers; deeper ones first, since `mcp.servers` is in `mcp`. */
const containers = [
  ...new Map(all.flatMap(({ shapes }) => shapes).map(({ at }) => [at.join('\n'), at])).values(),
].toSorted((a, b) => b.length - a.length);
/** Keys that say what a server starts or reaches, in any client. */
const targets = ['command', 'cmd', 'url', 'httpUrl', 'serverUrl', 'server_url', 'baseUrl', 'base_url', 'uri'];
/** Keys that may stand beside servers without being one. */
const NOTES = /^(?:\$schema|inputs|_.*|\/\/.*|#.*|version|description)$/;
const MAX_DEPTH = 6;
const MAX_MAPS = 5000;

/** The servers in a value: in containers of clients, or else as a map of servers, a list of them, or one alone. */
export function findServers(root: Value | undefined): Group[] {
  if (Array.isArray(root)) return findInList(root, []);
  if (!isMap(root)) return [];
  if (isServer(root) && groupsIn(root, []).length === 0) return [alone(root, [])];
  const inContainers = search(root, groupsIn);
  return inContainers.length > 0 ? inContainers : search(root, bareGroup);
}

/** Whether a key says what is started or reached, whatever kind of value it holds. */
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
  // Questions to the person stand beside the server in the links of VS Code.
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

/** Goes through the maps of a document, outer ones first, and stops at the first depth that holds something. */
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

/** Everything in a container that could be meant for a server; nothing when none of it can be one. */
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

/** A map of nothing but servers, under whatever key. */
function bareGroup(map: ValueMap, base: Path): Group[] {
  const steps = Object.entries(map).filter(([key]) => !NOTES.test(key));
  if (steps.length === 0 || !steps.every(([, value]) => isServer(value))) return [];
  const entries = steps.map(([name, native]) => ({ name, path: [...base, name], native: native as ValueMap }));
  return [{ entries, container: undefined, base, isList: false, strays: [] }];
}
