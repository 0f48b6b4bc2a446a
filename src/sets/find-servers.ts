import { type ClientId, clients } from '../clients/registry.ts';
import { readOrigins } from '../discovery/origin-of.ts';
import { fullerOf } from '../manage/compare/same-definition.ts';
import { findEverywhere, findInClient, type Finds, type FoundServer } from '../manage/found-servers.ts';
import { notFound } from '../manage/no-such-server.ts';
import { PlugboardError } from '../model/diagnostics/error.ts';
import type { Host } from '../model/host.ts';
import { catalogId } from '../model/origin.ts';
import { scopes } from '../model/scope.ts';
import { getOwn, setOwn } from '../model/value.ts';
import type { ConfigSet } from './config-set.ts';
import { sourceInSet } from './set-sources.ts';

/**
 * Finds servers by name: `github` anywhere, `work/github` in the set `work`, `cursor/github` or `cursor:project/github`
 * in a client. A plain name is searched in the sets first, then in the catalog, then in all clients. Throws if
 * definitions of equal precedence differ.
 */
export async function findServers(
  host: Host,
  words: readonly string[],
  sets: readonly ConfigSet[],
): Promise<Record<string, FoundServer>> {
  const servers: Record<string, FoundServer> = {};
  for (const word of words) {
    const found = await find(host, word, sets);
    const before = getOwn(servers, found.name);
    setOwn(servers, found.name, before ? mostComplete([before, found]) : found);
  }
  return servers;
}

async function find(host: Host, word: string, sets: readonly ConfigSet[]): Promise<FoundServer> {
  const slash = word.indexOf('/');
  if (slash > 0) {
    const named = await findIn(host, word.slice(0, slash), sets);
    const name = word.slice(slash + 1);
    if (named) return only(name, named.servers) ?? missing(name, named);
  }
  const searched: SearchResult[] = [];
  for (const look of [
    () => inSets(host, sets),
    () => findInClient(host, catalogId),
    () => findEverywhere(host),
  ] satisfies (() => Promise<SearchResult>)[]) {
    const found = await look();
    const one = only(word, found.servers);
    if (one) return one;
    searched.push(found);
  }
  return missing(word, {
    servers: searched.flatMap((one) => one.servers),
    invalid: searched.flatMap((one) => one.invalid),
    unread: searched.flatMap((one) => one.unread),
  });
}

/** The servers found, and why some may be missing. */
type SearchResult = Pick<Finds, 'servers' | 'invalid' | 'unread'>;

/** All servers of a set or a client; undefined if neither has this name. */
async function findIn(host: Host, where: string, sets: readonly ConfigSet[]): Promise<SearchResult | undefined> {
  const named = sets.filter(({ name }) => name === where);
  if (named.length > 0) return inSets(host, named);
  const [word = '', scope] = where.split(':');
  const id = word === 'catalog' ? catalogId : word;
  if (!Object.hasOwn(clients, id)) return undefined;
  return findInClient(
    host,
    id as ClientId,
    scopes.find((one) => one === scope),
  );
}

async function inSets(host: Host, sets: readonly ConfigSet[]): Promise<SearchResult> {
  const originOf = await readOrigins(host);
  const servers = sets.flatMap((set) =>
    Object.entries(set.servers).map(([name, server]) => ({
      name,
      server,
      from: set.name,
      file: set.path,
      source: sourceInSet(set, name, server, originOf),
    })),
  );
  // A set with an error has no servers, so the error may be the reason why one is missing.
  return { servers, invalid: [], unread: sets.flatMap(({ issues = [] }) => issues) };
}

/** The definition of a name, the most complete one if several are equivalent. */
function only(name: string, found: readonly FoundServer[]): FoundServer | undefined {
  const [first, ...others] = found.filter((one) => one.name === name);
  return first && mostComplete([first, ...others]);
}

/** The most complete of several definitions of one name. Throws if they define different servers. */
function mostComplete(found: readonly [FoundServer, ...FoundServer[]]): FoundServer {
  return found.reduce((best, other) => {
    const fuller = fullerOf(best, other);
    if (fuller) return fuller;
    const places = [...new Set(found.map(({ from, name }) => `${from}/${name}`))];
    throw new PlugboardError('server-ambiguous', { name: other.name, places });
  });
}

function missing(name: string, searched: SearchResult): never {
  throw notFound(name, searched);
}
