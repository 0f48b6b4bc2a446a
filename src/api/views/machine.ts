import { discover } from '../../discovery/discover.ts';
import type { Discovery } from '../../discovery/types.ts';
import { withApprovals } from '../../live/approvals/listed-approvals.ts';
import { approvalsOf } from '../../live/approvals/project-servers.ts';
import { type ServerHere, type ServersHere, serversHere } from '../../live/servers-here.ts';
import { listServers } from '../../manage/list-servers.ts';
import type { ListedServer } from '../../manage/listed-server.ts';
import type { Diagnostic } from '../../model/diagnostics/diagnostic.ts';
import type { Host } from '../../model/host.ts';
import { compareNames } from '../../model/server-name.ts';
import type { Permission } from '../../runtime/types.ts';
import { perContext } from '../per-context.ts';
import { cachedRead } from './cached-read.ts';

/** Everything the files define about servers, read again when one of them changes. Contains secrets. */
export interface Machine {
  readonly discovery: Discovery;
  /** All definitions, sorted by name. */
  readonly names: ReadonlyMap<string, readonly ListedServer[]>;
  /** The definitions that Plugboard would start, by name. */
  readonly here: ReadonlyMap<string, ServerHere>;
  readonly found: ServersHere;
  /** For all servers. */
  readonly permissions: ReadonlyMap<string, Permission>;
  readonly issues: readonly Diagnostic[];
}

export const machineOf = perContext(({ host }) => cachedRead(host, readMachine));

async function readMachine(host: Host): Promise<Machine> {
  const discovery = await discover(host);
  const [{ servers, issues }, found] = await Promise.all([
    listServers(host, { discovery }),
    serversHere(host, { discovery }),
  ]);
  return {
    discovery,
    names: byName(await withApprovals(host, servers)),
    here: new Map(
      found.servers.toSorted((a, b) => compareNames(a.name, b.name)).map((server) => [server.name, server]),
    ),
    found,
    permissions: await permissionsOf(found.servers, host),
    issues,
  };
}

function byName(servers: readonly ListedServer[]): Map<string, ListedServer[]> {
  const names = new Map<string, ListedServer[]>();
  for (const one of servers.toSorted((a, b) => compareNames(a.name, b.name))) {
    const group = names.get(one.name);
    if (group) group.push(one);
    else names.set(one.name, [one]);
  }
  return names;
}

/** If approvals cannot be read, no project server may run. */
async function permissionsOf(servers: readonly ServerHere[], host: Host): Promise<Map<string, Permission>> {
  const approvals = approvalsOf(host);
  const asked = servers.map(async (server): Promise<[string, Permission]> => [
    server.name,
    // The user's own servers need no approval, and checking would read the approvals again for each.
    server.origin && server.origin.project === undefined
      ? 'approved'
      : await approvals.permissionFor(server).catch((): Permission => 'pending'),
  ]);
  return new Map(await Promise.all(asked));
}
