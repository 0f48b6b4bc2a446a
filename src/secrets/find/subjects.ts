import { type ClientId, clients } from '../../clients/registry.ts';
import type { Client, Location } from '../../clients/types.ts';
import { setClientId, sharedFileOwners } from '../../clients/well-known.ts';
import { discover } from '../../discovery/discover.ts';
import { readOrigins } from '../../discovery/origin-of.ts';
import type { DiscoveredEntry } from '../../discovery/types.ts';
import { unreadFiles } from '../../discovery/unread-files.ts';
import { parkedServers } from '../../manage/ledger/parked-servers.ts';
import { PlanDraft } from '../../manage/plan/plan-draft.ts';
import type { Diagnostic } from '../../model/diagnostics/diagnostic.ts';
import { PlugboardError } from '../../model/diagnostics/error.ts';
import type { Host } from '../../model/host.ts';
import type { Scope } from '../../model/scope.ts';
import type { Server } from '../../model/server.ts';
import type { Path, ValueMap } from '../../model/value.ts';
import { openSet } from '../../sets/set-document.ts';
import { setsHere } from '../../sets/sets-here.ts';
import type { Source } from '../../validate/report.ts';

/** One definition in one file. A file that several clients read appears once. */
export interface SecretSubject {
  readonly name: string;
  readonly server: Server;
  readonly client: Client;
  readonly scope: Scope;
  readonly variant?: string;
  /** Absolute path. */
  readonly file: string;
  /** Name of the config set, if it is in one. */
  readonly set?: string;
  /** The project that it comes from, which needs approval. */
  readonly project?: string;
  /** The directory of another project than the current one, if it is there. */
  readonly elsewhere?: string;
  /** Switched off, and kept by us instead of the file. */
  readonly parked?: true;
  /** Where it is in the file; absent if parked. */
  readonly at?: { readonly path: Path; readonly native: ValueMap; readonly source: Source | undefined };
}

export interface SubjectOptions {
  /** Clients to look at; default: all, and the config sets. */
  readonly clients?: readonly ClientId[];
  /** Also the files of the other projects that are known. */
  readonly everywhere?: boolean;
  /** Receives why some files could not be read. Their servers are missing. */
  readonly onUnread?: (issues: readonly Diagnostic[]) => void;
}

/**
 * Every definition on this machine, in all clients, scopes and sets, also if it is disabled, shadowed or parked. Of other
 * projects only if asked for.
 */
export async function subjectsHere(host: Host, options: SubjectOptions = {}): Promise<SecretSubject[]> {
  const entries = await entriesFor(host, options.clients, options);
  const parked = (await parkedServers(host)).filter(({ client }) => isWanted(client, options)).map(ofParked);
  const sets = isWanted(setClientId, options) ? await inSets(host) : [];
  const here = await withOrigins(host, [...entries.values(), ...parked, ...sets]);
  return options.everywhere ? [...here, ...(await subjectsElsewhere(host, options, new Set(entries.keys())))] : here;
}

/** The definitions for other projects. */
async function subjectsElsewhere(host: Host, options: SubjectOptions, known: Set<string>): Promise<SecretSubject[]> {
  const { otherProjects } = await import('./other-projects.ts');
  const all: SecretSubject[] = [];
  for (const { directory, clients: ids } of await otherProjects(host)) {
    const there = { ...host, cwd: directory };
    const wanted = ids.filter((id) => isWanted(id, options));
    const entries = wanted.length === 0 ? [] : [...(await entriesFor(there, wanted, options))];
    const found = entries.filter(([key, { scope }]) => !known.has(key) && scope !== 'user' && scope !== 'managed');
    for (const [key] of found) known.add(key);
    const subjects = found.map(([, subject]) => ({ ...subject, elsewhere: directory }));
    all.push(...(await withOrigins(there, subjects)));
  }
  return all;
}

/** The definitions in files, by where they are. */
async function entriesFor(
  host: Host,
  wanted: readonly ClientId[] | undefined,
  { onUnread }: SubjectOptions,
): Promise<Map<string, SecretSubject>> {
  const discovery = await discover(host, wanted ? { clients: wanted } : {});
  onUnread?.(unreadFiles(discovery));
  const entries = new Map<string, SecretSubject>();
  for (const entry of discovery.clients.flatMap((client) => client.entries)) {
    const key = JSON.stringify([entry.file, entry.path]);
    if (!entries.has(key) || isOwner(entry)) entries.set(key, ofEntry(entry));
  }
  return entries;
}

async function withOrigins(host: Host, subjects: readonly SecretSubject[]): Promise<SecretSubject[]> {
  const originOf = await readOrigins(host);
  return subjects.map((subject) => {
    const { file, client, scope, server } = subject;
    const { project } = originOf({ file, client: client.id, scope }, server);
    return project === undefined ? subject : { ...subject, project };
  });
}

function isWanted(client: string, { clients: wanted }: SubjectOptions): boolean {
  return wanted === undefined || wanted.some((id) => id === client);
}

/** Whether the entry must meet the rules of this client. */
function isOwner({ file, client, scope }: DiscoveredEntry): boolean {
  return scope === 'project' && sharedFileOwners[file.slice(file.lastIndexOf('/') + 1)] === client.id;
}

function ofEntry(entry: DiscoveredEntry): SecretSubject {
  const { name, server, client, location, file, path, native, source } = entry;
  return { name, server, client, ...placeOf(location), file, at: { path, native, source: source.document } };
}

function placeOf({ scope, variant }: Pick<Location, 'scope' | 'variant'>): Pick<SecretSubject, 'scope' | 'variant'> {
  return { scope, ...(variant !== undefined && { variant }) };
}

function ofParked(listed: Awaited<ReturnType<typeof parkedServers>>[number]): SecretSubject {
  const { name, server, client, scope, variant, file } = listed;
  const owner = clients[client as ClientId];
  return { name, server, client: owner, ...placeOf({ scope, ...(variant && { variant }) }), file, parked: true };
}

async function inSets(host: Host): Promise<SecretSubject[]> {
  const draft = new PlanDraft(host, '');
  const { sets } = await setsHere(host).catch(() => ({ sets: [] }));
  const found = await Promise.all(
    sets.map(async (set): Promise<SecretSubject[]> => {
      const document = await openSet(draft, set.path).catch((error: unknown) => {
        if (error instanceof PlugboardError) return undefined;
        throw error;
      });
      const servers = document ? Object.entries(set.servers) : [];
      return servers.flatMap(([name, server]): SecretSubject[] => {
        const path = [...(document?.at ?? []), name];
        const source = document?.revision.document;
        const native = server as ValueMap;
        const at = { path, native, source };
        return [{ name, server, client: clients[setClientId], scope: 'user', file: set.path, set: set.name, at }];
      });
    }),
  );
  return found.flat();
}
