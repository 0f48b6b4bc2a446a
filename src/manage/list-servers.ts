import { type ClientId, clients as registry } from '../clients/registry.ts';
import { sharedFileReader } from '../clients/well-known.ts';
import { trustIn } from '../discovery/checks/trust-checks.ts';
import { discover } from '../discovery/discover.ts';
import { isInstalled } from '../discovery/find-clients.ts';
import type { DiscoveredClient, DiscoveredEntry, Discovery, Verdict } from '../discovery/types.ts';
import { unreadFiles } from '../discovery/unread-files.ts';
import type { Diagnostic } from '../model/diagnostics/diagnostic.ts';
import type { Host } from '../model/host.ts';
import { parkedServers } from './ledger/parked-servers.ts';
import type { ListedServer, ServerState } from './listed-server.ts';

export interface ListOptions {
  /** Clients to list; by default those installed here. */
  readonly clients?: readonly ClientId[];
  /** Also clients that are not installed but read a file that exists for another one. */
  readonly all?: boolean;
  /** False skips lines and columns, which is faster. */
  readonly placed?: boolean;
  /** An earlier discovery result; it must cover all clients. */
  readonly discovery?: Discovery;
}

export interface ServerList {
  readonly servers: readonly ListedServer[];
  /** Number of clients that have servers. */
  readonly clients: number;
  readonly issues: readonly Diagnostic[];
  /** Why some files could not be read; definitions may be missing. */
  readonly unread: readonly Diagnostic[];
}

/** Returns every definition that applies to the working directory, with its state and the reason for it. */
export async function listServers(host: Host, options: ListOptions = {}): Promise<ServerList> {
  const { clients: ids, placed } = options;
  const discovery =
    options.discovery ??
    (await discover(host, { ...(ids ? { clients: ids } : {}), ...(placed === false ? { placed } : {}) }));
  const { clients, issues } = discovery;
  const shown = options.all || options.clients ? clients : await ofPeopleHere(host, clients);
  const listed: ListedServer[] = [];
  for (const { client, names } of shown) {
    const isGated = names.some(({ needsTrust }) => needsTrust !== undefined);
    const isTrusted = isGated ? await trustIn(host, client) : undefined;
    for (const verdict of names) {
      const waits = verdict.needsTrust !== undefined && isTrusted?.(verdict.name) !== true;
      for (const one of definitionsOf(verdict, waits)) listed.push(one);
    }
  }
  const parked = await parkedServers(host);
  const wanted = new Set<string>(ids ?? Object.keys(registry));
  const servers = [...listed, ...parked.filter(({ client }) => wanted.has(client))];
  return {
    servers,
    clients: new Set(servers.map(({ client }) => client)).size,
    issues,
    unread: unreadFiles(discovery),
  };
}

/** Several clients read `.mcp.json`. Those not installed are left out, unless no other client reads the file. */
async function ofPeopleHere(host: Host, clients: readonly DiscoveredClient[]): Promise<DiscoveredClient[]> {
  const withServers = clients.filter(({ names }) => names.length > 0);
  if (withServers.length === 0) return [];
  const here = new Set<string>();
  for (const { client, files } of withServers) {
    // A user file is already proof of installation; looking for programs takes longer.
    const hasOwn = files.some(({ location }) => location !== undefined && location.scope !== 'project');
    if (hasOwn || (await isInstalled(client, host))) here.add(client.id);
  }
  const shown = withServers.filter(({ client }) => here.has(client.id));
  const read = new Set(shown.flatMap(filesOf));
  // The file's own client sorts before other clients that read it.
  const rest = withServers
    .filter(({ client }) => !here.has(client.id))
    .toSorted((a, b) => Number(b.client.id === sharedFileReader) - Number(a.client.id === sharedFileReader));
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

/** `waiting`: the user has to do something first. */
function definitionsOf(verdict: Verdict, waiting: boolean): ListedServer[] {
  const { active, merged, disabled, needsTrust, shadowed, issues } = verdict;
  const state = disabled ? 'off' : waiting ? 'untrusted' : 'active';
  const trust = waiting && needsTrust !== undefined ? { trust: needsTrust } : {};
  const parts = active ? (merged ?? [active]) : [];
  return [
    ...parts.map((entry) =>
      listed(entry, state, entry === parts[0] ? issues : [], {
        ...trust,
        ...mergedWith(entry, merged),
        ...(active ? { server: active.server } : {}),
        ...(active && isUnheeded(active) ? { isStarted: true as const } : {}),
      }),
    ),
    ...shadowed.map(({ entry, why, by }) =>
      listed(entry, why === 'invalid' ? 'unusable' : 'shadowed', entry === merged?.[0] ? issues : [], {
        ...mergedWith(entry, merged),
        shadowed: by ? { why, by } : { why },
      }),
    ),
  ];
}

/**
 * A file without an owning program has no client that could ignore a switch; the clients that read it have their own
 * rows.
 */
function isUnheeded({ server, off, client }: DiscoveredEntry): boolean {
  return server.disabled === true && !off && client.id !== sharedFileReader;
}

function mergedWith(entry: DiscoveredEntry, parts: readonly DiscoveredEntry[] = []): Pick<ListedServer, 'merged'> {
  if (!parts.includes(entry)) return {};
  return { merged: { with: parts.filter((part) => part !== entry), leads: entry === parts[0] } };
}

function listed(
  entry: DiscoveredEntry,
  state: ServerState,
  issues: readonly Diagnostic[],
  more: Partial<ListedServer>,
): ListedServer {
  const { name, client, scope, file, server, location } = entry;
  return {
    name,
    client: client.id,
    scope,
    ...(location.variant === undefined ? {} : { variant: location.variant }),
    file,
    get line() {
      return entry.range?.start.line;
    },
    get column() {
      return entry.range?.start.column;
    },
    server,
    state,
    issues: [...entry.issues, ...issues],
    ...more,
  };
}
