import { PlugboardError } from '../../model/diagnostics/error.ts';
import type { Host } from '../../model/host.ts';
import { searchIndex } from '../../registry/index/search-index.ts';
import { offersOf } from '../../registry/install/offers.ts';
import { namespaceOf, type RegistryEntry, type ServerStatus } from '../../registry/server-json/server-json.ts';
import { type RegistryAccess, withIndex } from './open-registry.ts';
import { registrySources } from './registry-sources.ts';
import { sanitizedText } from './shown-text.ts';

export interface SearchRequest extends RegistryAccess {
  readonly query: string;
  /** 20 if absent. */
  readonly limit?: number;
  readonly offset?: number;
  /** Registries to search instead of the configured ones: addresses, files or directories. */
  readonly registries?: readonly string[];
  readonly withDeleted?: boolean;
}

/** A server that was found. Its texts are without hidden characters. */
export interface FoundServer {
  readonly name: string;
  readonly namespace: string;
  readonly title?: string;
  readonly description: string;
  readonly version: string;
  readonly status: ServerStatus;
  readonly publishedAt?: string;
  readonly updatedAt?: string;
  /** Ways to install it, such as `npm` or `streamable-http`, preferred first. */
  readonly offers: readonly string[];
  readonly registry: string;
}

export interface SearchedRegistry {
  readonly registry: string;
  readonly servers: number;
  /** ISO time of its last answer; absent for files. */
  readonly checkedAt?: string;
  /** Why the index may be outdated. */
  readonly problem?: string;
  /** Whether it is time to ask for changes. */
  readonly isStale?: boolean;
}

export interface SearchReport {
  readonly servers: readonly FoundServer[];
  /** How many match. */
  readonly total: number;
  readonly registries: readonly SearchedRegistry[];
}

/** Searches the registries, best match first. Uses the index of each, and fills it first if there is none. */
export async function searchRegistry(host: Host, request: SearchRequest): Promise<SearchReport> {
  const { query, limit = 20, offset = 0, withDeleted = false } = request;
  const found: { score: number; server: FoundServer }[] = [];
  const registries: SearchedRegistry[] = [];
  let total = 0;
  const sources = await registrySources(host, request.registries);
  for (const source of sources) {
    const search = withIndex(host, source, request, async ({ index, problem, isStale }) => {
      const { hits, total: matching } = searchIndex(index, query, { limit: limit + offset, withDeleted });
      const own: typeof found = [];
      for (const { ordinal, score } of hits)
        own.push({ score, server: foundServer(await index.entry(ordinal), source.address) });
      const { servers, checkedAt } = index;
      const searched = { ...present({ checkedAt, problem }), ...(isStale && { isStale }) };
      return { own, matching, registry: { registry: source.address, servers, ...searched } };
    });
    const { own, matching, registry } = await search.catch((error: unknown) => {
      // One of several registries that cannot be read must not hide the others.
      if (sources.length === 1 || !(error instanceof PlugboardError) || error.code !== 'registry-unreachable')
        throw error;
      return { own: [], matching: 0, registry: { registry: source.address, servers: 0, problem: error.message } };
    });
    found.push(...own);
    total += matching;
    registries.push(registry);
  }
  const ranked = found.toSorted((a, b) => b.score - a.score);
  return { servers: ranked.slice(offset, offset + limit).map(({ server }) => server), total, registries };
}

function present(fields: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(Object.entries(fields).filter((one): one is [string, string] => one[1] !== undefined));
}

export function foundServer(entry: RegistryEntry, registry: string): FoundServer {
  const { server, status, publishedAt, updatedAt } = entry;
  const { name, title, description, version } = server;
  return {
    name,
    namespace: namespaceOf(name),
    ...(title !== undefined && { title: sanitizedText(title) }),
    description: sanitizedText(description),
    version: sanitizedText(version),
    status,
    ...(publishedAt !== undefined && { publishedAt }),
    ...(updatedAt !== undefined && { updatedAt }),
    offers: offersOf(server).map(({ id }) => id),
    registry,
  };
}
