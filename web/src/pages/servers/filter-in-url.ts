import type { LocationQuery, LocationQueryRaw } from 'vue-router';
import { type FacetName, facetNames, type ServerFilter } from './server-filter.ts';

/** The filter in a URL: `?q=git&status=failed,off`. */
export function filterOf(query: LocationQuery): ServerFilter {
  const list = (name: string): string[] => textOf(query, name).split(',').filter(Boolean);
  const chosen = Object.fromEntries(facetNames.map((facet) => [facet, list(facet)])) as Record<FacetName, string[]>;
  return { text: textOf(query, 'q'), chosen };
}

export function queryOf({ text, chosen }: ServerFilter): LocationQueryRaw {
  const facets = facetNames.flatMap((facet) => (chosen[facet].length > 0 ? [[facet, chosen[facet].join(',')]] : []));
  return { ...(text === '' ? {} : { q: text }), ...Object.fromEntries(facets) };
}

function textOf(query: LocationQuery, name: string): string {
  const value = query[name];
  return typeof value === 'string' ? value : '';
}
