import type { ClientId } from '../clients/registry.ts';
import { setClientId, sharedFileOwners } from '../clients/well-known.ts';
import { findClients } from '../discovery/find-clients.ts';
import { isSharedFile } from '../discovery/providers.ts';
import { resolve } from '../discovery/resolve.ts';
import type { DiscoveredClient, Discovery } from '../discovery/types.ts';
import type { Host } from '../model/host.ts';
import type { Platform } from '../model/server.ts';
import { noSets, readSets } from './read-sets.ts';
import type { DoctorContext, Subject } from './types.ts';

/** Collects the input of the checks. Explicitly requested clients are always included. */
export async function createDoctorContext(
  host: Host,
  { project, clients }: Discovery,
  wanted: readonly ClientId[] | undefined,
): Promise<DoctorContext> {
  const counted = wanted ? clients : await thoseThatCount(host, project, clients);
  const sets = wanted && !wanted.includes(setClientId) ? noSets : await readSets(host);
  return contextOf(host, project, counted, sets);
}

/** The input of the checks for exactly these clients. */
export function contextOf(
  host: Host,
  project: string,
  clients: readonly DiscoveredClient[],
  sets: DoctorContext['sets'],
): DoctorContext {
  const read = clients.flatMap(({ entries }) => entries.filter(({ location }) => !location.unread));
  return {
    host,
    project,
    clients,
    entries: read.map((entry) => ({ entry, parts: [entry] })),
    sets,
    used: clients.flatMap((client) => usedOf(client, host)),
  };
}

/**
 * Many clients read a project's shared file. Only those installed, or with files of their own, are considered; if there
 * are none, one of the owners.
 */
async function thoseThatCount(
  host: Host,
  project: string,
  clients: readonly DiscoveredClient[],
): Promise<DiscoveredClient[]> {
  const isShared = (file: string): boolean => isSharedFile(file, project);
  const guests = clients.filter(({ files }) => files.length > 0 && files.every(({ path }) => isShared(path)));
  const here = guests.length > 0 ? await installed(host) : new Set<string>();
  const counted = clients.filter((client) => !guests.includes(client) || here.has(client.client.id));
  const read = new Set(counted.flatMap(({ files }) => files.map(({ path }) => path)));
  for (const id of Object.values(sharedFileOwners)) {
    const owner = guests.find(({ client }) => client.id === id && !here.has(id));
    const files = owner?.files.filter(({ path }) => !read.has(path)) ?? [];
    if (!owner || files.length === 0) continue;
    for (const { path } of files) read.add(path);
    counted.push(resolve(owner.client, { files, entries: owner.entries.filter(({ file }) => inFiles(files, file)) }));
  }
  return counted;
}

function inFiles(files: readonly { readonly path: string }[], file: string): boolean {
  return files.some(({ path }) => path === file);
}

async function installed(host: Host): Promise<Set<string>> {
  const found = await findClients(host);
  return new Set(found.filter((one) => one.installed).map(({ client }) => client.id));
}

function usedOf({ names }: DiscoveredClient, host: Host): Subject[] {
  // The servers that the client starts, which may include ones with an ignored switch.
  return names.flatMap(({ active, merged }) => {
    if (!active || active.off || !isForHere(active.server.platforms, active.client.verbatim, host)) return [];
    return [{ entry: active, parts: merged ?? [active] }];
  });
}

/** `platforms` has a meaning only in our own file. */
function isForHere(platforms: readonly Platform[] | undefined, verbatim = false, { platform }: Host): boolean {
  if (!verbatim || !Array.isArray(platforms)) return true;
  return platforms.includes(platform === 'win32' ? 'windows' : platform);
}
