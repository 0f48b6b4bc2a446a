import { type ClientId, clients } from '../clients/registry.ts';
import { candidatesOf } from '../discovery/candidates.ts';
import { discover } from '../discovery/discover.ts';
import { isUnusable } from '../discovery/entry.ts';
import { originFinder } from '../discovery/origin-of.ts';
import type { DiscoveredEntry, Discovery } from '../discovery/types.ts';
import { unreadFiles } from '../discovery/unread-files.ts';
import { type Diagnostic, isError } from '../model/diagnostics/diagnostic.ts';
import type { Host } from '../model/host.ts';
import type { Scope } from '../model/scope.ts';
import { readCopiedDefinitions } from '../store/approvals/copied-definitions.ts';
import type { Brought } from '../store/write/plan.ts';
import type { Definition } from './compare/same-definition.ts';
import type { InvalidDefinition } from './invalid-server.ts';
import type { OutsideText } from './outside/outside-text.ts';
import type { ProjectSource } from './project-source.ts';

/** A definition and its source. */
export interface FoundServer extends Definition {
  /** A client id, or a word for another kind of source. */
  readonly from: string;
  /** Absolute path, when read from a file. */
  readonly file?: string;
  /** The project it came from; absent for the user's own. */
  readonly source?: ProjectSource | undefined;
  /** What someone else wrote of it; absent for what stands in a file of a client. */
  readonly outside?: OutsideText | undefined;
}

export interface Finds {
  readonly servers: readonly FoundServer[];
  /** What came from someone else with a text or a file. */
  readonly brought?: Brought | undefined;
  /** Why some servers could not be read. */
  readonly issues: readonly Diagnostic[];
  /** Definitions skipped because no client can use them. */
  readonly invalid: readonly InvalidDefinition[];
  /** Why some files could not be read; their servers may be missing. */
  readonly unread: readonly Diagnostic[];
}

/** The active servers of all clients on this machine. A file read by several clients counts once. */
export async function findEverywhere(host: Host): Promise<Finds> {
  const ids = (Object.keys(clients) as ClientId[]).filter((id) => !clients[id].verbatim);
  const discovery = await discover(host, { clients: ids });
  const active = new Set(discovery.clients.flatMap(({ names }) => names.map((verdict) => verdict.active)));
  const entries = candidatesOf(discovery).map(({ entry }) => entry);
  return findsOf(
    host,
    entries.filter((entry) => active.has(entry)),
    discovery,
  );
}

/** The active servers of one client, or the servers in its files of one scope. */
export async function findInClient(host: Host, id: ClientId, scope?: Scope): Promise<Finds> {
  const discovery = await discover(host, { clients: [id] });
  const [found] = discovery.clients;
  const active = (found?.names ?? []).flatMap((verdict) => verdict.active ?? []);
  const inScope = (found?.entries ?? []).filter(
    (entry) => entry.scope === scope && !entry.location.unread && !isUnusable(entry.issues),
  );
  const first = new Map(inScope.toReversed().map((entry) => [entry.name, entry]));
  return findsOf(host, scope === undefined ? active : [...first.values()].toReversed(), discovery);
}

async function findsOf(host: Host, entries: readonly DiscoveredEntry[], discovery: Discovery): Promise<Finds> {
  const { issues, project } = discovery;
  const originOf = originFinder(discovery, host.home, await readCopiedDefinitions(host));
  const servers = entries.map((entry): FoundServer => {
    const { name, server, client, scope, location, file } = entry;
    const variant = location.variant === undefined ? {} : { variant: location.variant };
    const { project: born, ...origin } = originOf(entry);
    const source = born === undefined ? undefined : { name, server, origin: { ...origin, project: born } };
    return {
      name,
      server,
      from: client.id,
      file,
      source,
      writtenFor: { client, place: { scope, project, ...variant } },
    };
  });
  const invalid = candidatesOf(discovery)
    .filter(({ usable }) => !usable)
    .map(({ entry, issues: own }) => ({ name: entry.name, errors: own.filter(isError) }));
  return { servers, issues: issues.filter(isError), invalid, unread: unreadFiles(discovery) };
}
