import { type ClientId, clients } from '../../clients/registry.ts';
import type { Client, Location } from '../../clients/types.ts';
import { setClientId, sharedFileOwners } from '../../clients/well-known.ts';
import { discover } from '../../discovery/discover.ts';
import { originsIn } from '../../discovery/origin-of.ts';
import { fileReader, type ReadFile } from '../../discovery/parsed-files.ts';
import type { DiscoveredEntry } from '../../discovery/types.ts';
import { unreadFiles } from '../../discovery/unread-files.ts';
import { parkedElsewhere, parkedServers } from '../../manage/ledger/parked-servers.ts';
import { PlanDraft } from '../../manage/plan/plan-draft.ts';
import type { Diagnostic } from '../../model/diagnostics/diagnostic.ts';
import { PlugboardError } from '../../model/diagnostics/error.ts';
import type { Host } from '../../model/host.ts';
import type { Scope } from '../../model/scope.ts';
import type { Server } from '../../model/server.ts';
import type { Path, ValueMap } from '../../model/value.ts';
import { openSet } from '../../sets/set-document.ts';
import { setsHere } from '../../sets/sets-here.ts';
import { type CopiedDefinitions, readCopiedDefinitions } from '../../store/approvals/copied-definitions.ts';
import { realPath } from '../../store/state/enclosing-directory.ts';
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
  /** Levels from the project up to the directory of the file, if it is above. */
  readonly distance?: number;
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
export async function subjectsHere(host: Host, given: SubjectOptions = {}): Promise<SecretSubject[]> {
  const options = { ...given, onUnread: firstTime(given.onUnread) };
  const read = fileReader(host);
  const born = await readCopiedDefinitions(host);
  const withOrigins = originAdder(host, born);
  const entries = await entriesFor(host, { ...options, read });
  const parked = (await parkedServers(host)).filter(({ client }) => isWanted(client, options)).map(ofParked);
  const sets = isWanted(setClientId, options) ? await inSets(host) : [];
  const here = withOrigins(host.cwd, [...entries.values(), ...parked, ...sets]);
  if (!options.everywhere) return here;
  const others = await subjectsElsewhere(host, { ...options, read }, new Set(entries.keys()));
  return [...here, ...others.flatMap(({ project, subjects }) => withOrigins(project, subjects))];
}

/** A file of the user is read for each project, and reported once. */
function firstTime(report: SubjectOptions['onUnread'] = () => undefined): NonNullable<SubjectOptions['onUnread']> {
  const told = new Set<string>();
  return (issues) => {
    const isNew = (issue: Diagnostic): boolean => told.size !== told.add(JSON.stringify(issue)).size;
    report(issues.filter(isNew));
  };
}

interface Elsewhere {
  readonly project: string;
  readonly subjects: readonly SecretSubject[];
}

interface ReadOptions extends SubjectOptions {
  readonly read: ReadFile;
  readonly project?: string;
}

/** The definitions for other projects. */
async function subjectsElsewhere(host: Host, options: ReadOptions, known: Set<string>): Promise<Elsewhere[]> {
  const { otherProjects } = await import('./other-projects.ts');
  const all: Elsewhere[] = [];
  for (const { directory, clients: ids, unread } of await otherProjects(host)) {
    if (unread) options.onUnread?.([unread]);
    const wanted = ids.filter((id) => isWanted(id, options));
    const there = { ...options, clients: wanted, project: directory, ...(unread && { onUnread: () => undefined }) };
    const entries = wanted.length === 0 ? [] : [...(await entriesFor(host, there))];
    const found = entries.filter(([key, { scope }]) => !known.has(key) && scope !== 'user' && scope !== 'managed');
    for (const [key] of found) known.add(key);
    all.push({ project: directory, subjects: found.map(([, one]) => ({ ...one, elsewhere: directory })) });
  }
  for (const { project, server } of await parkedElsewhere(host))
    if (isWanted(server.client, options))
      all.push({ project, subjects: [{ ...ofParked(server), elsewhere: project }] });
  return all;
}

/** The definitions in files, by where they are. Through a link, a file is the one that it leads to. */
async function entriesFor(
  host: Host,
  { clients: wanted, project, read, onUnread }: ReadOptions,
): Promise<Map<string, SecretSubject>> {
  const about = { ...(wanted && { clients: wanted }), ...(project !== undefined && { project }) };
  const discovery = await discover(host, { ...about, read });
  onUnread?.(unreadFiles(discovery));
  const entries = new Map<string, SecretSubject>();
  const realPaths = new Map<string, Promise<string>>();
  for (const entry of discovery.clients.flatMap((client) => client.entries)) {
    const { file } = entry;
    const reading = realPaths.get(file) ?? realPath(host, file);
    realPaths.set(file, reading);
    const real = await reading;
    const key = JSON.stringify([real, entry.path]);
    const first = entries.get(key);
    const isDirect = first?.file !== real && file === real;
    if (!first || isDirect || (isOwner(entry) && first.file === file)) entries.set(key, ofEntry(entry));
  }
  return entries;
}

/** Adds the project that definitions come from, for the files of one project at a time. */
function originAdder(host: Host, born: CopiedDefinitions) {
  return (project: string, subjects: readonly SecretSubject[]): SecretSubject[] => {
    const originOf = originsIn({ project, home: host.home, born });
    return subjects.map((subject) => {
      const { file, client, scope, distance = 0, server } = subject;
      const { project: from } = originOf({ file, client: client.id, scope, distance }, server);
      return from === undefined ? subject : { ...subject, project: from };
    });
  };
}

function isWanted(client: string, { clients: wanted }: SubjectOptions): boolean {
  return wanted === undefined || wanted.some((id) => id === client);
}

/** Whether the entry must meet the rules of this client. */
function isOwner({ file, client, scope }: DiscoveredEntry): boolean {
  return scope === 'project' && sharedFileOwners[file.slice(file.lastIndexOf('/') + 1)] === client.id;
}

function ofEntry(entry: DiscoveredEntry): SecretSubject {
  const { name, server, client, location, file, distance, path, native, source } = entry;
  const at = { path, native, source: source.document };
  return { name, server, client, ...placeOf(location), file, ...(distance > 0 && { distance }), at };
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
