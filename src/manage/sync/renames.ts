import { packageOf } from '../../model/packages/fetched-package.ts';
import { runDefinition } from '../../model/run-definition.ts';
import type { Server } from '../../model/server.ts';
import type { Catalog } from './catalogs.ts';
import { viewIn } from './client-view.ts';
import type { WantedState } from './wanted.ts';

/** Servers that have another name in a catalog than when they were written to clients. */
export interface Renames {
  /** The pairs, once each. */
  readonly pairs: readonly { readonly catalog: Catalog; readonly from: string; readonly to: string }[];
  oldName(catalog: Catalog, name: string): string | undefined;
  newName(catalog: Catalog, name: string): string | undefined;
}

/**
 * A name that left the catalog and a new one that starts or contacts the same are one server that was renamed. So are two
 * that run the same package or contact the same address with the same variables, if the rest changed too. If more than
 * one pair is possible, it is unknown which, and there is no rename.
 */
export function findRenames(state: WantedState): Renames {
  const pairs = state.catalogs.flatMap((catalog) => {
    const gone = goneNames(state, catalog);
    // Usually no name is gone, and then none can have been renamed.
    if (gone.length === 0) return [];
    const added = newNames(state, catalog);
    const equal = uniquePairs(byKey(gone, runDefinition), byKey(added, runDefinition));
    const paired = new Set(equal.flat());
    const left = (named: readonly Named[]): Named[] => named.filter(({ name }) => !paired.has(name));
    const similar = uniquePairs(byKey(left(gone), programOf), byKey(left(added), programOf));
    return [...equal, ...similar].map(([from, to]) => ({ catalog, from, to }));
  });
  return {
    pairs,
    oldName: ({ path }, name) => pairs.find(({ catalog, to }) => catalog.path === path && to === name)?.from,
    newName: ({ path }, name) => pairs.find(({ catalog, from }) => catalog.path === path && from === name)?.to,
  };
}

/** A server in a file of a client, as that client reads it. */
interface Named {
  readonly name: string;
  readonly place: string;
  readonly server: Server;
}

/** Names by what they start in which file. */
type Known = ReadonlyMap<string, ReadonlySet<string>>;

function goneNames({ written }: WantedState, { path, servers, invalid }: Catalog): Named[] {
  return [...written.values()]
    .flat()
    .filter(({ catalog, name }) => catalog === path && !servers.has(name) && !invalid.has(name))
    .map(({ client, scope, server, name }) => ({ name, place: `${client}:${scope}`, server }));
}

function newNames({ written, files }: WantedState, { path }: Catalog): Named[] {
  const known = new Set([...written.values()].flat().map(({ name, catalog }) => keyOf(catalog, name)));
  return [...files].flatMap(([place, { target, servers }]) =>
    [...servers]
      .filter(([name, { catalog }]) => catalog.path === path && !known.has(keyOf(path, name)))
      .flatMap(([name, { server: wanted }]) => {
        const { server } = viewIn(target.client, { scope: target.scope, project: '' }, undefined, name, wanted);
        return server ? [{ name, place, server }] : [];
      }),
  );
}

/** The package or address of a server, with the names of its variables or headers; undefined if nothing identifies it. */
function programOf(server: Server): string | undefined {
  const { url, env = {}, headers = {} } = server;
  const program = url === undefined ? packageOf(server)?.name.replace(VERSION, '') : url.replace(/[?#].*$/, '');
  return program && JSON.stringify([program, Object.keys(env).toSorted(), Object.keys(headers).toSorted()]);
}

/** Of a package or an image. */
const VERSION = /(?<=.)(?:@[^/@]*|==.*|:[^/:@]+)$/;

function uniquePairs(gone: Known, added: Known): [from: string, to: string][] {
  const forward = new Map<string, Set<string>>();
  const backward = new Map<string, Set<string>>();
  for (const [key, names] of gone)
    for (const from of names)
      for (const to of added.get(key) ?? []) {
        put(forward, from, to);
        put(backward, to, from);
      }
  return [...forward].flatMap(([from, candidates]): [string, string][] => {
    const [to, ...others] = candidates;
    return to !== undefined && others.length === 0 && backward.get(to)?.size === 1 ? [[from, to]] : [];
  });
}

function byKey(named: readonly Named[], identify: (server: Server) => string | undefined): Known {
  const map = new Map<string, Set<string>>();
  for (const { name, place, server } of named) {
    const text = identify(server);
    if (text !== undefined) put(map, keyOf(place, text), name);
  }
  return map;
}

function put(map: Map<string, Set<string>>, key: string, value: string): void {
  const found = map.get(key) ?? new Set<string>();
  map.set(key, found.add(value));
}

function keyOf(place: string, text: string): string {
  return `${place} ${text}`;
}
