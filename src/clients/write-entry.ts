import type { Loss } from '../model/loss.ts';
import { hasVariable } from '../model/reference.ts';
import type { Server } from '../model/server.ts';
import { getOwn, isMap, type Path, setOwn, type Value, type ValueMap } from '../model/value.ts';
import { canonicalFields } from './canonical-fields.ts';
import { transportOf } from './lenses/transport.ts';
import { shieldFromOther } from './merge-scopes.ts';
import { ReferenceWriter } from './native-references.ts';
import { nameKeys, vocabularyOf } from './read-entry.ts';
import type { Client, EntryWriter, Place, Shape, Switch } from './types.ts';

export interface WrittenEntry {
  /** Undefined when the client could not use the server as meant; the losses say why. */
  readonly native: ValueMap | undefined;
  readonly losses: readonly Loss[];
}

/** A canonical server as an entry of the client's file. `other` is an entry of the same name in another of its files. */
export function writeEntry(
  client: Client,
  shape: Shape,
  name: string,
  canonical: Server,
  place: Place,
  other?: ValueMap,
): WrittenEntry {
  if (client.verbatim) return { native: asItIs(canonical), losses: [] };
  const server = client.quirks?.beforeWrite?.(canonical) ?? canonical;
  const losses: Loss[] = [];
  const native: ValueMap = {};
  let refused = false;
  const lose: EntryWriter['lose'] = (field, action, why) => {
    losses.push({ field, client: client.id, action, why });
  };
  const refuse: EntryWriter['refuse'] = (field, why) => {
    refused = true;
    lose(field, 'dropped', `${why}; the server is not written`);
  };
  const transport = transportOf(server as ValueMap);
  const references = new ReferenceWriter(client.references, place.scope, lose);
  const writer: EntryWriter = {
    transport,
    scope: place.scope,
    put: (path, value) => putInto(native, typeof path === 'string' ? [path] : path, value),
    native: (value, field) => references.write(value, field),
    lose,
    refuse,
  };
  if (!client.transports.includes(transport)) refuse('transport', `${client.name} cannot use ${transport} servers`);
  for (const key of nameKeys(shape)) writer.put(key, name);
  const usable = relevant(server, transport);
  for (const field of Object.keys(server)) {
    if (!Object.hasOwn(usable, field)) lose(field, 'dropped', `it has no effect on a ${transport} server`);
  }
  for (const lens of shape.lenses) lens.write(usable, writer);
  writeRest(client, shape, usable, native, lose);
  if (other && client.merge === 'fields') shieldFromOther(native, other, lose, refuse);
  if (server.disabled && !hasSwitch(client, shape, place)) {
    refused = true;
    lose('disabled', 'emulated', 'it has no switch, so the server is left out of its file');
  }
  const required = transport === 'stdio' ? 'command' : 'url';
  const lost = losses.find((loss) => loss.field === required && loss.action === 'dropped');
  if (lost || getOwn(server as ValueMap, required) === undefined)
    refuse(required, `without ${required} it would be broken`);
  return { native: refused ? undefined : native, losses };
}

/** All fields but the name, which the entry stands under; those we know come first. */
function asItIs({ name: _, ...fields }: Server): ValueMap {
  const native: ValueMap = {};
  for (const field of [...Object.keys(canonicalFields), ...Object.keys(fields)]) {
    const value = getOwn(fields as ValueMap, field);
    if (value !== undefined) setOwn(native, field, value);
  }
  return native;
}

function hasSwitch(client: Client, shape: Shape, place: Place): boolean {
  const inEntry = shape.lenses.some((lens) => lens.fields.includes('disabled'));
  return inEntry || switchOf(client, place) !== undefined;
}

/** The list of switched-off servers that counts for entries at this place, and where it stands. */
export function switchOf(client: Client, place: Place): { readonly file: Switch; readonly at: Path } | undefined {
  const file = client.switches?.find((one) => one.scopes.includes(place.scope));
  if (!file) return undefined;
  if (typeof file.at !== 'function') return { file, at: file.at };
  return place.project === undefined ? undefined : { file, at: file.at(place.project) };
}

/** Fields of the other kind of transport would make some clients refuse the whole file. */
function relevant(server: Server, transport: string): Server {
  const { command, args, cwd, url, headers, ...others } = server;
  const kept = transport === 'stdio' ? { command, args, cwd } : { url, headers };
  const defined = Object.entries(kept).filter(([, value]) => value !== undefined);
  return { ...others, ...Object.fromEntries(defined) };
}

function writeRest(client: Client, shape: Shape, server: Server, native: ValueMap, lose: EntryWriter['lose']): void {
  const vocabulary = vocabularyOf(client, shape);
  const carried = new Set(['name', 'extras', 'disabled', ...shape.lenses.flatMap((lens) => lens.fields)]);
  const ignored = client.ignores ?? {};
  for (const [field, value] of Object.entries(server as ValueMap)) {
    if (carried.has(field)) continue;
    const known = getOwn(canonicalFields as Record<string, { matters: boolean }>, field);
    const matters = known?.matters ?? false;
    const survives = !vocabulary.has(field) && mayKeep(client, value);
    if (survives) setOwn(native, field, value);
    const why = ignored[field] ?? (known ? 'it has no such setting' : 'it accepts only keys it knows');
    if (matters || !survives) lose(field, 'dropped', survives ? `${why}; kept in the file without effect` : why);
  }
  for (const [owner, extras] of Object.entries(server.extras ?? {})) {
    if (owner !== client.id) lose(`extras.${owner}`, 'dropped', `only ${owner} knows these settings`);
    else if (isMap(extras)) mergeInto(native, extras);
  }
}

/** Whether a key without effect may stand in the file; one with a reference would show it as plain text. */
function mayKeep(client: Client, value: Value): boolean {
  if (client.unknownKeys !== 'kept') return false;
  return client.references.syntax !== undefined || !hasVariable(JSON.stringify(value));
}

function putInto(map: ValueMap, path: readonly string[], value: Value | undefined): void {
  const [key, ...deeper] = path;
  if (key === undefined || value === undefined) return;
  if (deeper.length === 0) return setOwn(map, key, value);
  const inner = getOwn(map, key);
  const next: ValueMap = isMap(inner) ? inner : {};
  putInto(next, deeper, value);
  setOwn(map, key, next);
}

/** What is already there counts; the client's own keys fill in around it. */
function mergeInto(map: ValueMap, extras: ValueMap): void {
  for (const [key, value] of Object.entries(extras)) {
    const existing = getOwn(map, key);
    if (existing === undefined) setOwn(map, key, value);
    else if (isMap(existing) && isMap(value)) mergeInto(existing, value);
  }
}
