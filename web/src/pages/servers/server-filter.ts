import type { ServerPlace, ServerRow } from '../../../../src/api/contract/servers.ts';
import { compareNames } from '../../../../src/model/server-name.ts';

export const facetNames = ['status', 'sync', 'transport', 'client', 'scope'] as const;
export type FacetName = (typeof facetNames)[number];

/** The filter: any selected value within a facet, and all facets and words together. */
export interface ServerFilter {
  readonly text: string;
  readonly chosen: Readonly<Record<FacetName, readonly string[]>>;
}

/** A row with precomputed search fields, created once per response. */
export interface IndexedRow {
  readonly row: ServerRow;
  /** Names of the clients that have it. */
  readonly clients: readonly string[];
  readonly words: string;
  readonly facets: Readonly<Record<FacetName, readonly string[]>>;
}

export interface FacetChoice {
  readonly value: string;
  readonly label: string;
  readonly count: number;
}

export const noFilter: ServerFilter = {
  text: '',
  chosen: { status: [], sync: [], transport: [], client: [], scope: [] },
};

/** The value of the facet `sync` for servers that differ between clients. */
export const OUT_OF_SYNC = 'out-of-sync';

export function indexRows(
  rows: readonly ServerRow[],
  places: readonly ServerPlace[],
  outOfSync: ReadonlySet<string> = new Set(),
): IndexedRow[] {
  return rows.map((row) => {
    const own = row.places.flatMap((at) => places[at] ?? []);
    const clients = [...new Set(own.map(({ clientName }) => clientName))];
    return {
      row,
      clients,
      words: [row.name, row.title ?? '', row.summary, row.status.reason ?? '', row.status.output ?? '', ...clients]
        .join('\n')
        .toLowerCase(),
      facets: {
        status: [row.status.name],
        sync: outOfSync.has(row.name) ? [OUT_OF_SYNC] : [],
        transport: [row.transport],
        client: [...new Set(own.map(({ client }) => client))],
        scope: [...new Set(own.map(({ scope }) => scope))],
      },
    };
  });
}

export function filterRows(rows: readonly IndexedRow[], filter: ServerFilter): IndexedRow[] {
  const words = filter.text.toLowerCase().split(/\s+/).filter(Boolean);
  const facets = facetNames.filter((facet) => filter.chosen[facet].length > 0);
  return rows.filter(
    ({ words: text, facets: values }) =>
      words.every((word) => text.includes(word)) &&
      facets.every((facet) => values[facet].some((value) => filter.chosen[facet].includes(value))),
  );
}

export function isFiltering(filter: ServerFilter): boolean {
  return filter.text.trim() !== '' || facetNames.some((facet) => filter.chosen[facet].length > 0);
}

/** The values that occur, with their row counts; a selected value stays even if no row has it. */
export function facetChoices(
  rows: readonly IndexedRow[],
  facet: FacetName,
  chosen: readonly string[],
  labels: ReadonlyMap<string, string>,
): FacetChoice[] {
  const counts = new Map<string, number>(chosen.map((value) => [value, 0]));
  for (const { facets } of rows) for (const value of facets[facet]) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts]
    .map(([value, count]) => ({ value, label: labels.get(value) ?? value, count }))
    .toSorted((a, b) => compareNames(a.label, b.label));
}
