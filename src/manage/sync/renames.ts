import { runDefinition } from '../../model/run-definition.ts';
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
 * A name that left the catalog and a new one that starts or contacts the same are one server that was renamed. If more
 * than one pair is possible, it is unknown which, and there is no rename.
 */
export function findRenames(state: WantedState): Renames {
  const pairs = state.catalogs.flatMap((catalog) => {
    const gone = goneNames(state, catalog);
    // Usually no name is gone, and then none can have been renamed.
    if (gone.size === 0) return [];
    return uniquePairs(gone, newNames(state, catalog)).map(([from, to]) => ({ catalog, from, to }));
  });
  return {
    pairs,
    oldName: ({ path }, name) => pairs.find(({ catalog, to }) => catalog.path === path && to === name)?.from,
    newName: ({ path }, name) => pairs.find(({ catalog, from }) => catalog.path === path && from === name)?.to,
  };
}

/** Names by what they start in which file. */
type Known = ReadonlyMap<string, ReadonlySet<string>>;

function goneNames({ written }: WantedState, { path, servers, invalid }: Catalog): Known {
  const gone = [...written.values()]
    .flat()
    .filter(({ catalog, name }) => catalog === path && !servers.has(name) && !invalid.has(name));
  return byKey(
    gone.map(({ client, scope, server, name }) => [keyOf(`${client}:${scope}`, runDefinition(server)), name]),
  );
}

function newNames({ written, files }: WantedState, { path }: Catalog): Known {
  const known = new Set([...written.values()].flat().map(({ name, catalog }) => keyOf(catalog, name)));
  const found = [...files].flatMap(([place, { target, servers }]) =>
    [...servers]
      .filter(([name, { catalog }]) => catalog.path === path && !known.has(keyOf(path, name)))
      .flatMap(([name, { server }]): [string, string][] => {
        const view = viewIn(target.client, { scope: target.scope, project: '' }, undefined, name, server).server;
        return view ? [[keyOf(place, runDefinition(view)), name]] : [];
      }),
  );
  return byKey(found);
}

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

function byKey(pairs: readonly (readonly [string, string])[]): Known {
  const map = new Map<string, Set<string>>();
  for (const [key, name] of pairs) put(map, key, name);
  return map;
}

function put(map: Map<string, Set<string>>, key: string, value: string): void {
  const found = map.get(key) ?? new Set<string>();
  map.set(key, found.add(value));
}

function keyOf(place: string, text: string): string {
  return `${place} ${text}`;
}
