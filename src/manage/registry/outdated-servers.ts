import { clients } from '../../clients/registry.ts';
import type { Client } from '../../clients/types.ts';
import { readOrigins } from '../../discovery/origin-of.ts';
import { PlugboardError } from '../../model/diagnostics/error.ts';
import type { Host } from '../../model/host.ts';
import type { Origin } from '../../model/origin.ts';
import type { PackageSource, Server } from '../../model/server.ts';
import { getOwn } from '../../model/value.ts';
import { findEntry } from '../../registry/index/registry-index.ts';
import { compareVersions } from '../../registry/server-json/compare-versions.ts';
import type { RegistryEntry, ServerPackage, ServerStatus } from '../../registry/server-json/server-json.ts';
import { listServers } from '../list-servers.ts';
import type { Target } from '../plan/target.ts';
import { findServer } from './find-server.ts';
import { indexHere, type RegistryAccess } from './open-registry.ts';
import { type RegistrySource, registrySources } from './registry-sources.ts';
import { sanitizedText } from './shown-text.ts';

/** A server of a catalog that came from a registry, compared with the registry. */
export interface InstalledServer {
  readonly name: string;
  readonly target: Target;
  readonly file: string;
  readonly server: Server;
  readonly registryName: string;
  readonly installed: string | undefined;
  /** The version in the registry; undefined if it has none. */
  readonly latest: string | undefined;
  /** `gone`: the registry has no such server or package. `unknown`: it was not asked. `unapproved`: a project's definition. */
  readonly state: 'current' | 'outdated' | 'gone' | 'unknown' | 'unapproved';
  /** Of the installed version, as far as the index knows. */
  readonly status: ServerStatus;
  readonly entry?: RegistryEntry;
  /** Why the state is unknown. */
  readonly problem?: string;
}

/** Whether a person approved a definition of a project; true for one of their own. */
export type IsApproved = (definition: Definition) => Promise<boolean>;

interface Definition {
  readonly name: string;
  readonly server: Server;
  readonly origin: Origin;
}

/**
 * Compares the servers of the catalogs that came from a registry with it. Uses the index; asks only if there is none.
 * Nothing is asked for a definition of a project that is not approved.
 */
export async function outdatedServers(
  host: Host,
  access: RegistryAccess,
  isApproved: IsApproved,
): Promise<InstalledServer[]> {
  const { servers } = await listServers(host, { all: true });
  const originOf = await readOrigins(host);
  const installed: InstalledServer[] = [];
  for (const { name, client: id, scope, file, server } of servers) {
    const client = getOwn(clients as Record<string, Client>, id);
    const from = server.package;
    if (!client?.verbatim || typeof from?.server !== 'string') continue;
    const origin = originOf({ file, client: id, scope }, server);
    const result = (await isApproved({ name, server, origin }))
      ? await compared(host, from, access, origin.project !== undefined)
      : unasked(from, 'unapproved');
    installed.push({ name, target: { client, scope }, file, server, ...result });
  }
  return installed;
}

type Compared = Omit<InstalledServer, 'name' | 'target' | 'file' | 'server'>;

function unasked(
  { version: installed, server: registryName = '' }: PackageSource,
  state: 'unapproved' | 'unknown' | 'gone',
): Compared {
  return { registryName, installed, status: 'active', latest: undefined, state };
}

async function compared(
  host: Host,
  origin: PackageSource,
  access: RegistryAccess,
  isOfProject: boolean,
): Promise<Compared> {
  try {
    const named = access.registries ?? (origin.source === undefined ? [] : [origin.source]);
    const sources = await registrySources(host, named);
    if (isOfProject && !access.registries && sources.some(({ isConfigured }) => !isConfigured))
      return { ...unasked(origin, 'unknown'), problem: 'its registry is not one of yours; name it with --registry' };
    return comparedWith(origin, await entryFor(host, origin, { ...access, registries: named }, sources));
  } catch (error) {
    if (!(error instanceof PlugboardError)) throw error;
    if (error.code === 'registry-server-unknown') return unasked(origin, 'gone');
    return { ...unasked(origin, 'unknown'), problem: error.message };
  }
}

interface FoundEntry {
  readonly entry: RegistryEntry | undefined;
  readonly status: ServerStatus;
}

function comparedWith(origin: PackageSource, { entry, status }: FoundEntry): Compared {
  const { version: installed } = origin;
  const latest = entry && latestOf(entry, origin);
  if (!entry || latest === undefined) return { ...unasked(origin, 'gone'), ...(entry && { entry }) };
  const isOlder = installed !== undefined && compareVersions(latest, installed) > 0;
  return {
    ...unasked(origin, 'gone'),
    latest: sanitizedText(latest),
    state: isOlder && entry.status !== 'deleted' ? 'outdated' : 'current',
    status: installed === latest ? entry.status : status,
    entry,
  };
}

async function entryFor(
  host: Host,
  { server: name = '', version = '' }: PackageSource,
  access: RegistryAccess,
  sources: readonly RegistrySource[],
): Promise<FoundEntry> {
  for (const one of sources) {
    const index = await indexHere(host, one);
    const entry = index && (await findEntry(index, name));
    if (entry) return { entry, status: index.withdrawn(name, version) ?? 'active' };
  }
  const { entry } = await findServer(host, { ...access, name });
  return { entry, status: 'active' };
}

/** The version of the same package in an entry, or of the server itself if it is remote. */
function latestOf({ server }: RegistryEntry, origin: PackageSource): string | undefined {
  if (origin.registry === 'mcp') return (server.remotes ?? []).length > 0 ? server.version : undefined;
  const found = samePackage(server.packages ?? [], origin);
  return found && versionOf(found);
}

/** The package that a server was installed from, in another version of the document. */
export function samePackage(packages: readonly ServerPackage[], origin: PackageSource): ServerPackage | undefined {
  return packages.find(
    ({ registryType, identifier }) =>
      registryType.toLowerCase() === origin.registry && bare(identifier) === bare(origin.name),
  );
}

/** The version of a package; that of an image may be in its name. */
export function versionOf({ version, identifier }: ServerPackage): string | undefined {
  return version ?? /(?::|@(?=sha256:))([^/]+)$/.exec(identifier)?.[1];
}

function bare(identifier: string): string {
  return identifier.replace(/(?::[^/]*|@sha256:.*)$/s, '');
}
