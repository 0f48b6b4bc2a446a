import { type ClientId, clients } from '../../clients/registry.ts';
import type { Client } from '../../clients/types.ts';
import { findClients } from '../../discovery/find-clients.ts';
import { everyClient, targetsOf } from '../../model/fields/catalog-fields.ts';
import type { Host } from '../../model/host.ts';
import { type Scope, writableScopes } from '../../model/scope.ts';
import type { Server } from '../../model/server.ts';
import { nameOf, type Target } from '../plan/target.ts';
import type { Catalog } from './catalogs.ts';

/** Finds the files that a catalog names as targets of a server. */
export interface TargetFinder {
  targetsFor(catalog: Catalog, server: Server): readonly Target[];
}

export async function targetFinder(host: Host, catalogs: readonly Catalog[]): Promise<TargetFinder> {
  const found = await findClients(host);
  // A client that a catalog names counts as found for it, since the first sync makes it so.
  const named = new Map(catalogs.map((catalog) => [catalog.path, namedClients(catalog)]));
  const everyFor = ({ path }: Catalog): Client[] =>
    found.flatMap(({ client, installed }) =>
      !client.verbatim && (installed || named.get(path)?.has(client.id)) ? [client] : [],
    );
  const known = new Map<string, readonly Target[]>();
  const filesOf = (catalog: Catalog, word: string, isMember = false): readonly Target[] => {
    const { target, groups } = catalog;
    if (word === everyClient) return everyFor(catalog).flatMap((client) => targetIn(client, target.scope) ?? []);
    const [id = '', scope] = word.split(':');
    if (Object.hasOwn(clients, id)) {
      const client = clients[id as ClientId];
      const one = scope === undefined ? targetIn(client, target.scope) : exactTarget(client, scope as Scope);
      return one && !client.verbatim ? [one] : [];
    }
    // A group in a group is reported, not followed: it could contain itself.
    const members = isMember ? [] : (groups.get(word) ?? []);
    return members.flatMap((member) => filesOf(catalog, member, true));
  };
  return {
    targetsFor(catalog, server) {
      const words = targetsOf(server);
      if (words.length === 0) return [];
      const key = JSON.stringify([catalog.path, words]);
      const targets =
        known.get(key) ??
        [
          ...new Map(words.flatMap((word) => filesOf(catalog, word)).map((one) => [nameOf(one), one])).values(),
        ].toSorted((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1));
      known.set(key, targets);
      return targets;
    },
  };
}

/** Ids of the clients that a catalog names, alone or in a group that it uses. */
function namedClients({ servers, groups }: Catalog): ReadonlySet<string> {
  const words = [...servers.values()].flatMap(targetsOf).flatMap((word) => [word, ...(groups.get(word) ?? [])]);
  return new Set(words.map((word) => word.split(':')[0] ?? ''));
}

/**
 * The file of a client for a catalog: the user's catalog is for the user's files, the project's for files of the
 * project. Without such a file a server of a project is not written anywhere, since it would apply to all projects.
 */
function targetIn(client: Client, catalog: 'user' | 'project'): Target | undefined {
  if (catalog === 'project') return exactTarget(client, 'project');
  return exactTarget(client, 'user') ?? writableScopes.map((scope) => exactTarget(client, scope)).find(Boolean);
}

function exactTarget(client: Client, scope: Scope): Target | undefined {
  const location = client.locations.find((one) => one.scope === scope && one.variant === undefined && !one.unread);
  return location && writableScopes.includes(scope) ? { client, scope } : undefined;
}
