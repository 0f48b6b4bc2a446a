import { type ClientId, clients as registry } from '../clients/registry.ts';
import { discover } from '../discovery/discover.ts';
import { findClients } from '../discovery/find-clients.ts';
import type { DiscoveredClient, DiscoveredEntry, Verdict } from '../discovery/types.ts';
import type { Diagnostic } from '../model/diagnostic.ts';
import type { Host } from '../model/host.ts';
import type { ListedServer, ServerState } from './listed-server.ts';
import { parkedServers } from './parked-servers.ts';

export interface ListOptions {
  /** Those that are here when absent. */
  readonly clients?: readonly ClientId[];
  /** Also clients that are not on this machine but would read a file that is there for another one. */
  readonly all?: boolean;
}

export interface ServerList {
  readonly servers: readonly ListedServer[];
  /** How many clients have any. */
  readonly clients: number;
  readonly findings: readonly Diagnostic[];
}

/** Every definition on this machine that counts for the working directory, with what becomes of it and why. */
export async function listServers(host: Host, options: ListOptions = {}): Promise<ServerList> {
  const { clients, findings } = await discover(host, options.clients ? { clients: options.clients } : {});
  const shown = options.all || options.clients ? clients : await ofPeopleHere(host, clients);
  const listed = shown.flatMap((found) => found.names.flatMap((verdict) => definitionsOf(verdict)));
  const parked = await parkedServers(host);
  const ids = new Set<string>(options.clients ?? Object.keys(registry));
  const servers = [...listed, ...parked.filter(({ client }) => ids.has(client))];
  return { servers, clients: new Set(servers.map(({ client }) => client)).size, findings };
}

/**
 * Several assistants read `.mcp.json`. Those that are not on this machine are left out, unless nobody else is left who
 * reads the file.
 */
async function ofPeopleHere(host: Host, clients: readonly DiscoveredClient[]): Promise<DiscoveredClient[]> {
  const withServers = clients.filter(({ names }) => names.length > 0);
  if (withServers.length === 0) return [];
  const here = new Set((await findClients(host)).filter(({ installed }) => installed).map(({ client }) => client.id));
  const shown = withServers.filter(({ client }) => here.has(client.id));
  const read = new Set(shown.flatMap(filesOf));
  // What stands for the file itself comes before those who might read it.
  const rest = withServers
    .filter(({ client }) => !here.has(client.id))
    .toSorted((a, b) => Number(b.client.id === 'mcp-json') - Number(a.client.id === 'mcp-json'));
  for (const client of rest) {
    const files = filesOf(client).filter((file) => !read.has(file));
    if (files.length === 0) continue;
    shown.push(client);
    for (const file of files) read.add(file);
  }
  return shown;
}

function filesOf({ entries }: DiscoveredClient): string[] {
  return entries.map(({ file }) => file);
}

function definitionsOf({ inForce, merged, disabled, needsTrust, shadowed, findings }: Verdict): ListedServer[] {
  const used = inForce ? [inForce] : [];
  const state = disabled ? 'off' : needsTrust === undefined ? 'in-force' : 'untrusted';
  return [
    ...used.map((entry) => listed(entry, state, findings, needsTrust === undefined ? {} : { trust: needsTrust })),
    ...shadowed
      .filter(({ entry }) => !merged?.includes(entry))
      .map(({ entry, why, by }) =>
        listed(entry, why === 'invalid' ? 'unusable' : 'shadowed', [], { shadowed: by ? { why, by } : { why } }),
      ),
  ];
}

function listed(
  entry: DiscoveredEntry,
  state: ServerState,
  findings: readonly Diagnostic[],
  more: Partial<ListedServer>,
): ListedServer {
  const { name, client, scope, file, server } = entry;
  return {
    name,
    client: client.id,
    scope,
    file,
    get line() {
      return entry.range?.start.line;
    },
    get column() {
      return entry.range?.start.column;
    },
    server,
    state,
    findings: [...entry.findings, ...findings],
    ...more,
  };
}
