import { clients } from '../../clients/registry.ts';
import type { Client } from '../../clients/types.ts';
import { closest } from '../../model/closest.ts';
import { PlugboardError } from '../../model/diagnostics/error.ts';
import type { Host } from '../../model/host.ts';
import { catalogId } from '../../model/origin.ts';
import { type Scope, writableScopes } from '../../model/scope.ts';
import { getOwn } from '../../model/value.ts';
import { listServers } from '../list-servers.ts';
import { noSuchServer } from '../no-such-server.ts';
import {
  activeTargets,
  distinct,
  matches,
  type NamedClient,
  scopesOf,
  targetOfServer,
} from '../plan/defined-targets.ts';
import { nameOf, type Target } from '../plan/target.ts';

/** Parses `codex` or `codex:project`. Throws if there is no such client or scope. */
export function placeNamed(word: string): NamedClient {
  const [id, scope] = word.split(':', 2) as [string, Scope?];
  const all: Readonly<Record<string, Client>> = clients;
  const client = getOwn(all as Record<string, Client>, id === 'catalog' ? catalogId : id);
  if (!client) {
    const near = closest(id, Object.keys(all));
    throw new PlugboardError('client-unknown', { id, ...(near !== undefined && { near }) });
  }
  if (scope !== undefined && !scopesOf(client).includes(scope))
    throw new PlugboardError('target-unknown', { target: `${id}:${scope}` });
  return { client, scope };
}

/** The file of a place, by default that of the user. */
export function targetAt(word: string): Target {
  const { client, scope: wanted } = placeNamed(word);
  const has = scopesOf(client);
  const scope = wanted ?? (has.includes('user') ? 'user' : has[0]);
  if (scope === undefined) throw new PlugboardError('target-unknown', { target: word });
  return { client, scope };
}

/**
 * The files that define a server, in the named places. Without places it must be in one file, or in the catalog; `all`
 * means every file.
 */
export async function targetsOf(host: Host, name: string, to: readonly string[] | undefined): Promise<Target[]> {
  const { servers } = await listServers(host, { placed: false });
  const everywhere = distinct(servers.filter((one) => matches(one, name, undefined)).map(targetOfServer));
  if (everywhere.length === 0)
    throw noSuchServer(
      name,
      servers.map((one) => one.name),
    );
  if (to?.includes('all')) return everywhere;
  if (to) return distinct(to.flatMap((word) => activeTargets(servers, name, placeNamed(word)) ?? [targetAt(word)]));
  const own = everywhere.filter(({ client }) => client.id === catalogId);
  if (own.length > 0) return own;
  if (everywhere.length === 1) return everywhere;
  throw new PlugboardError('server-elsewhere', { name, places: everywhere.map(nameOf) });
}

/** Where the active definition of a server is, preferably in the catalog. */
export async function sourceOf(host: Host, name: string, from: string | undefined): Promise<Target> {
  const found = await targetsOf(host, name, from === undefined ? ['all'] : [from]);
  const [first] = found.toSorted((a, b) => rank(a) - rank(b));
  return first as Target;
}

function rank({ client, scope }: Target): number {
  return (client.id === catalogId ? 0 : 10) + writableScopes.indexOf(scope);
}
