import { effectiveValue } from '../../model/same-meaning.ts';
import { inferTransport, type Server } from '../../model/server.ts';
import { getOwn, isMap, type Value, type ValueMap } from '../../model/value.ts';

/** The location of a field in a definition: `['timeout']`, `['env', 'TOKEN']`. Empty for the whole definition. */
export type FieldPath = readonly string[];

/** A field in each of several definitions; undefined where it says nothing. */
export interface FieldValues {
  readonly path: FieldPath;
  /** In the order of the definitions. */
  readonly values: readonly (Value | undefined)[];
}

/** How many levels of a field are merged separately. What is deeper, and every list, is one value. */
const depths: Readonly<Record<string, number>> = { env: 1, headers: 1, auth: 1, tools: 1, extras: 2 };

/** All fields of several definitions, side by side. A field that says nothing is the same as an absent one. */
export function alignFields(definitions: readonly (Server | undefined)[]): FieldValues[] {
  const all = definitions.map((one) => one && comparable(one));
  return [...keysIn(all)].flatMap((field) => {
    const values = all.map((one) => valueIn(one, field));
    return aligned([field], values, getOwn(depths, field) ?? 0);
  });
}

/** The transport is compared as it is inferred, and the name is the key of the entry. */
function comparable({ name: _, ...whole }: Server): ValueMap {
  const server = whole.extras === undefined ? whole : { ...whole, extras: withInputIds(whole.extras) };
  const hasLaunch = server.command !== undefined || server.url !== undefined || server.transport !== undefined;
  return (hasLaunch ? { ...server, transport: inferTransport(server) } : server) as ValueMap;
}

/** The definition of a prompt is copied with a server, but it is no difference: only its id is in the entry. */
function withInputIds(extras: Readonly<Record<string, Value>>): Record<string, Value> {
  const entries = Object.entries(extras).map(([owner, settings]): [string, Value] => {
    const inputs = isMap(settings) ? settings['inputs'] : undefined;
    if (!isMap(settings) || !isMap(inputs)) return [owner, settings];
    const ids = Object.entries(inputs).map(([name, one]): [string, Value] => [
      name,
      (isMap(one) ? one['id'] : one) ?? '',
    ]);
    return [owner, { ...settings, inputs: Object.fromEntries(ids) }];
  });
  return Object.fromEntries(entries);
}

function aligned(path: FieldPath, values: readonly (Value | undefined)[], depth: number): FieldValues[] {
  const field = path[0] ?? '';
  const said = values.map((value) => effectiveValue(path.length === 1 ? field : '', value));
  const present = said.filter((value) => value !== undefined);
  if (present.length === 0) return [];
  // A map beside another kind of value cannot be merged key by key.
  if (depth === 0 || !present.every((value) => isMap(value))) return [{ path, values: said }];
  const maps = said.map((value) => (isMap(value) ? value : undefined));
  return [...keysIn(maps)].flatMap((key) =>
    aligned(
      [...path, key],
      maps.map((map) => valueIn(map, key)),
      depth - 1,
    ),
  );
}

function keysIn(maps: readonly (ValueMap | undefined)[]): Set<string> {
  return new Set(maps.flatMap((map) => (map ? Object.keys(map) : [])));
}

function valueIn(map: ValueMap | undefined, key: string): Value | undefined {
  return map && getOwn(map, key);
}
