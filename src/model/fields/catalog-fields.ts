import { canonicalJson } from '../json/canonical-json.ts';
import { runDefinition } from '../run-definition.ts';
import type { ClientOverride, Server } from '../server.ts';
import { getOwn, isMap, setOwn, type Value, type ValueMap } from '../value.ts';
import { effectiveFields, fieldValues } from './effective-fields.ts';

/** Fields of a catalog entry that are for Plugboard alone. They are never written to a client's file. */
export const catalogFields = ['targets', 'clients', 'package'] as const;

/** A named subset of servers and tools. */
export interface Profile {
  readonly servers: readonly string[];
  readonly tools?: Readonly<Record<string, { readonly allow?: readonly string[]; readonly deny?: readonly string[] }>>;
}

/** The target that means every client found on this machine. */
export const everyClient = '*';

export function isCatalogField(field: string): boolean {
  return (catalogFields as readonly string[]).includes(field);
}

/** The definition without the fields that are for Plugboard alone. */
export function withoutCatalogFields(server: Server): Server {
  if (!catalogFields.some((field) => Object.hasOwn(server, field))) return server;
  return Object.fromEntries(Object.entries(server).filter(([field]) => !isCatalogField(field)));
}

export function targetsOf({ targets }: Server): readonly string[] {
  return Array.isArray(targets) ? targets.filter((one) => typeof one === 'string') : [];
}

export function overrideFor(server: Server, client: string): ClientOverride | undefined {
  const override = isMap(server.clients) ? getOwn(server.clients, client) : undefined;
  return override === false || isMap(override) ? override : undefined;
}

/** The definition for one client, with its overrides applied; undefined if the server is kept out of it. */
export function definitionFor(server: Server, client: string): Server | undefined {
  const override = overrideFor(server, client);
  if (override === false) return undefined;
  const plain = withoutCatalogFields(server);
  return override ? withOverride(plain as ValueMap, override) : plain;
}

/** The definitions of clients for which a catalog entry runs or trusts something else, by client. */
export function definitionsInstead(server: Server): [client: string, definition: Server][] {
  const { clients, ...base } = server;
  if (!isMap(clients)) return [];
  const known = meaningOf(base);
  return Object.keys(clients).flatMap((client): [string, Server][] => {
    const definition = definitionFor(server, client);
    return definition && meaningOf(definition) !== known ? [[client, definition]] : [];
  });
}

function meaningOf(server: Server): string {
  return canonicalJson([runDefinition(server), fieldValues(effectiveFields(server))]);
}

/** A JSON merge patch (RFC 7396): maps are merged, null removes, everything else replaces. */
function withOverride(value: ValueMap, override: ValueMap): ValueMap {
  const result: ValueMap = { ...value };
  for (const [key, wanted] of Object.entries(override)) {
    if (isCatalogField(key)) continue;
    const present = getOwn(value, key);
    if (wanted === null) delete result[key];
    else setOwn(result, key, isMap(wanted) ? withOverride(isMap(present) ? present : {}, wanted) : wanted);
  }
  return result;
}

/** A value at a path of maps, with maps created as needed. Undefined removes it, with maps that become empty. */
export function withValueAt(map: ValueMap, [key, ...deeper]: readonly string[], value: Value | undefined): ValueMap {
  if (key === undefined) return map;
  const result: ValueMap = { ...map };
  const inner = getOwn(map, key);
  const next = deeper.length === 0 ? value : withValueAt(isMap(inner) ? inner : {}, deeper, value);
  const isGone = next === undefined || (deeper.length > 0 && isMap(next) && Object.keys(next).length === 0);
  if (isGone) delete result[key];
  else setOwn(result, key, next);
  return result;
}
