import type { ClientId } from '../clients/registry.ts';
import type { Client } from '../clients/types.ts';
import type { Candidate } from '../discovery/candidates.ts';
import { chooseDefinitions } from '../discovery/choose-definitions.ts';
import { discover, distinct } from '../discovery/discover.ts';
import { originFinder } from '../discovery/origin-of.ts';
import type { Discovery } from '../discovery/types.ts';
import { unreadFiles } from '../discovery/unread-files.ts';
import { type Diagnostic, isError } from '../model/diagnostics/diagnostic.ts';
import type { Host } from '../model/host.ts';
import type { Origin } from '../model/origin.ts';
import type { Server } from '../model/server.ts';
import type { ServerToRun } from '../runtime/types.ts';
import { type CopiedDefinitions, readCopiedDefinitions } from '../store/approvals/copied-definitions.ts';
import { parkedHere } from './parked-here.ts';
import { withToolLimits } from './tool-limits.ts';

export interface ServerHere extends ServerToRun {
  /** Disabled, parked, or not for this platform. */
  readonly disabled: boolean;
}

/** A name without a valid definition. */
export interface UnusableServer extends ServerHere {
  /** Errors in the definition with the highest precedence, which is this one. */
  readonly errors: readonly Diagnostic[];
}

export function isUnusableServer(server: ServerHere): server is UnusableServer {
  return 'errors' in server;
}

export interface ServersHereOptions {
  /** Absolute path; default: the working directory. */
  readonly project?: string;
  /** Default: all clients. */
  readonly clients?: readonly ClientId[];
  /** Names of servers to include; default: all. */
  readonly names?: readonly string[];
  /** A discovery to reuse. It must include all clients. */
  readonly discovery?: Discovery;
}

/** A diagnostic and the server it concerns; without a server it concerns a file. */
export type ServerIssue = Diagnostic & { readonly server?: string };

export interface ServersHere {
  /** Sorted by name. */
  readonly servers: readonly ServerHere[];
  /** Sorted by name. */
  readonly unusable: readonly UnusableServer[];
  /** Invalid definitions that would otherwise shadow the active one. */
  readonly passedOver: readonly UnusableServer[];
  readonly issues: readonly ServerIssue[];
  /** Why some files could not be read. Their servers are missing. */
  readonly unread: readonly Diagnostic[];
  /** Files that exist but yield no entries; `issues` says why. */
  readonly broken: readonly string[];
}

/** The active definition of each name from the files of all clients, with unresolved references. Starts no server. */
export async function serversHere(host: Host, options: ServersHereOptions = {}): Promise<ServersHere> {
  const discovery = options.discovery ?? (await discover(host, options));
  const originOf = originFinder(discovery, host.home, await copiedFromProjects(host));
  const choices = chooseDefinitions(discovery, host.env).filter(
    ({ name }) => options.names === undefined || options.names.includes(name),
  );
  const servers = choices.flatMap(({ name, taken, disabled }): ServerHere[] => {
    if (!taken) return [];
    const { client, server } = taken.entry;
    const isOff = disabled || !isForPlatform(server, client, host.platform);
    return [{ name, server, origin: originOf(taken.entry), disabled: isOff }];
  });
  const known = choices.filter(({ taken }) => taken);
  const parked = (await parkedHere({ ...host, cwd: discovery.project }, options.clients, known)).filter(
    ({ name }) => options.names === undefined || options.names.includes(name),
  );
  const unusable = choices.flatMap(({ name, taken, all: [first] }): UnusableServer[] =>
    taken || !first ? [] : [unusableServer(name, first, originOf(first.entry))],
  );
  const passedOver = choices.flatMap(({ name, taken, all }) => {
    const before = taken ? all.slice(0, all.indexOf(taken)) : [];
    return before.map((candidate) => unusableServer(name, candidate, originOf(candidate.entry)));
  });
  const files = discovery.clients.flatMap((client) => client.files);
  const issues = distinct([
    ...files.flatMap((file) => file.issues),
    ...choices.flatMap(({ name, all }) =>
      all.flatMap((candidate) => candidate.issues.map((issue) => ({ ...issue, server: name }))),
    ),
  ]);
  return {
    servers: (await withToolLimits(host, discovery.project, [...servers, ...parked])).toSorted(byName),
    unusable: unusable.toSorted(byName),
    passedOver: passedOver.toSorted(byName),
    issues,
    unread: unreadFiles(discovery),
    broken: brokenFiles(discovery),
  };
}

function unusableServer(name: string, { entry, issues }: Candidate, origin: Origin): UnusableServer {
  return { name, server: entry.server, origin, disabled: false, errors: issues.filter(isError) };
}

/** Merges a reload into the previous state: servers of a file that currently has errors are kept. */
export function mergeReload(before: ServersHere, now: ServersHere): ServersHere {
  const kept = before.servers.filter(({ origin }) => origin && now.broken.includes(origin.file));
  const names = new Set(kept.map(({ name }) => name));
  const servers = [...kept, ...now.servers.filter(({ name }) => !names.has(name))];
  const unusable = now.unusable.filter(({ name }) => !names.has(name));
  return { ...now, servers: servers.toSorted(byName), unusable };
}

/** If the file is unreadable, starting a copied server fails with the reason. */
async function copiedFromProjects(host: Host): Promise<CopiedDefinitions> {
  return readCopiedDefinitions(host).catch(() => ({ projectOf: () => undefined }));
}

function brokenFiles({ clients }: Discovery): string[] {
  const read = new Set(clients.flatMap(({ entries }) => entries.map(({ file }) => file)));
  const broken = clients.flatMap(({ files }) => files.filter(({ issues }) => issues.some(isError)));
  return [...new Set(broken.map(({ path }) => path))].filter((path) => !read.has(path));
}

function byName(a: { readonly name: string }, b: { readonly name: string }): number {
  return a.name < b.name ? -1 : 1;
}

/** Whether a server is enabled on this platform. Only Plugboard's own file has `platforms`. */
function isForPlatform({ platforms }: Server, { verbatim }: Client, platform: Host['platform']): boolean {
  if (!verbatim || !Array.isArray(platforms)) return true;
  return platforms.includes(platform === 'win32' ? 'windows' : platform);
}
