import { because, type Loss } from '../diagnostics/loss.ts';
import { canonicalJson } from '../json/canonical-json.ts';
import { catalogId } from '../origin.ts';
import type { Server } from '../server.ts';
import { getOwn, isMap, sameValue, setOwn, type Value, valueAt, type ValueMap } from '../value.ts';
import { canonicalFields } from './canonical-fields.ts';
import { type Effect, isReadable, knownEffect } from './client-field.ts';
import { clientFields } from './client-fields.ts';

/** A field of a definition that only some clients know, and that may change what runs or is trusted. */
export interface EffectiveField {
  /** As in the client's file, such as `headersHelper`. */
  readonly key: string;
  readonly path: readonly string[];
  readonly value: Value;
  /**
   * `executes`: the client runs it. `trusts`: the client asks for fewer confirmations. `reads`: it names files,
   * credentials or addresses that the client uses. `asks`: its words, choices and defaults become values of the server.
   * `unknown`: no description of a client names it.
   */
  readonly effect: Effect;
  /** The clients that give it this meaning; empty if it is unknown. */
  readonly clients: readonly string[];
  /** The client runs it, but its form is not the expected one, so it is not known what would run. */
  readonly isUnreadable?: true;
  /** It is another address or command than the one that the definition has. */
  readonly isTarget?: true;
}

/**
 * The fields beside the canonical ones that may change what runs, or what is trusted, wherever they are in the
 * definition: a key has the strongest meaning that any client gives it. Fields that every client treats as a harmless
 * setting are left out.
 */
export function effectiveFields(server: Server): readonly EffectiveField[] {
  return besideCanonical(server).flatMap(([path, value]) => effectOf(path, value) ?? []);
}

/** Those that decide what a client starts for the server, and with what. */
export function runFields(server: Server): readonly EffectiveField[] {
  return effectiveFields(server).filter(({ effect }) => effect === 'executes' || effect === 'reads');
}

/** Their values by key, sorted: equal wherever the fields are in a definition. Undefined if there are none. */
export function fieldValues(fields: readonly EffectiveField[]): Record<string, Value[]> | undefined {
  if (fields.length === 0) return undefined;
  const values: Record<string, Value[]> = {};
  for (const { key, value } of fields) {
    const known = getOwn(values, key) ?? [];
    if (!known.some((one) => sameValue(one, value))) setOwn(values, key, [...known, value]);
  }
  for (const list of Object.values(values)) list.sort((a, b) => (canonicalJson(a) < canonicalJson(b) ? -1 : 1));
  return values;
}

/** The command lines that clients run beside the server itself. One that cannot be read is its text as a whole. */
export function executedLines(server: Server): readonly (readonly string[])[] {
  return effectiveFields(server)
    .filter(({ effect }) => effect === 'executes')
    .map((field) => lineOf(field, server));
}

/** Those that make a client ask for fewer confirmations, also in what single clients get instead. */
export function trustFields(server: Server): readonly EffectiveField[] {
  return [...effectiveFields(server), ...overriddenFields(server)].filter(({ effect }) => effect === 'trusts');
}

/**
 * The definition for a file of this client without the fields that trust it, except those with which `kept` trusts it
 * too; and what is left out. Settings of other clients are written to the catalog only.
 */
export function withoutTrust(
  client: string,
  server: Server,
  kept: Server = {},
  why: 'trust-of-project' | 'trust-of-text' = 'trust-of-project',
): { readonly server: Server; readonly losses: readonly Loss[] } {
  const dropped = trustFields(server).filter(
    ({ path, value }) =>
      (client === catalogId || path[0] !== 'extras' || path[1] === client) &&
      !sameValue(valueAt(kept as ValueMap, path), value),
  );
  const rest = dropped.reduce<ValueMap>((map, { path }) => without(map, path), server as ValueMap);
  const reason = because(why);
  return {
    server: rest,
    losses: dropped.map(({ path }) => ({ field: path.join('.'), client, action: 'dropped', ...reason })),
  };
}

/** The fields in what single clients get instead. */
function overriddenFields({ clients }: Server): EffectiveField[] {
  if (!isMap(clients)) return [];
  return Object.entries(clients).flatMap(([client, override]) =>
    isMap(override)
      ? effectiveFields(override).map((field) => ({ ...field, path: ['clients', client, ...field.path] }))
      : [],
  );
}

function without(map: ValueMap, [key, ...deeper]: readonly string[]): ValueMap {
  if (key === undefined) return map;
  const { [key]: inner, ...rest } = map;
  if (deeper.length === 0 || !isMap(inner)) return rest;
  const left = without(inner, deeper);
  return Object.keys(left).length === 0 ? rest : { ...map, [key]: left };
}

function besideCanonical(server: Server): [path: string[], value: Value][] {
  const found: [string[], Value][] = [];
  for (const [key, value] of Object.entries(server as ValueMap)) {
    if (key === 'extras') {
      for (const [owner, settings] of isMap(value) ? Object.entries(value) : []) {
        if (!isMap(settings)) found.push([['extras', owner], settings]);
        else for (const [inner, one] of Object.entries(settings)) found.push([['extras', owner, inner], one]);
      }
    } else if (!Object.hasOwn(canonicalFields, key) && value !== undefined) found.push([[key], value]);
  }
  return found;
}

function effectOf(path: readonly string[], value: Value): EffectiveField | undefined {
  const key = path.at(-1) as string;
  // `extras.codex` with a value that is no map belongs to no key of a client.
  const known = path[0] === 'extras' && path.length === 2 ? undefined : getOwn(clientFields, key);
  if (value === null || value === undefined) return undefined;
  const effect = known ? knownEffect(known, value) : 'unknown';
  if (effect === undefined) return undefined;
  const isUnreadable = effect === 'executes' && known?.executes !== undefined && !isReadable(value, known.executes);
  return {
    key,
    path,
    value,
    clients: known?.clients ?? [],
    effect,
    ...(isUnreadable && { isUnreadable }),
    ...(known?.isTarget && { isTarget: true }),
  };
}

function lineOf({ key, value, isUnreadable }: EffectiveField, { command }: Server): readonly string[] {
  const form = getOwn(clientFields, key)?.executes;
  if (isUnreadable || form === 'settings' || form === 'prompts') return [canonicalJson(value)];
  if (typeof value === 'string') return ['sh', '-c', form === 'value' ? value.slice(1) : value];
  const { command: own, args } = value as { command?: string; args?: string[] };
  return [own ?? command ?? '', ...(args ?? [])];
}
