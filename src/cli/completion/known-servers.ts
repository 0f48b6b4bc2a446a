import { readdirSync, statSync } from 'node:fs';
import type { Surroundings } from '../../clients/paths.ts';
import { type ClientId, clients } from '../../clients/registry.ts';
import { placesOf } from '../../discovery/search-locations.ts';
import type { Host } from '../../model/host.ts';
import { stateFile } from '../../store/state/places.ts';
import { type IndexedServers, type KnownServer, readIndex, writeIndex } from './name-index.ts';

/**
 * All servers of all clients. Reading every file is too slow for a press of Tab, so the servers of a client are cached
 * until one of its files changes; only changed clients are read again.
 */
export async function knownServers(host: Host, version: string): Promise<readonly KnownServer[]> {
  const known = await readIndex(host, version);
  // Stamps are taken before the files are read, so that a change in between is noticed the next time.
  const stamps = stampsOf(host);
  const changed = [...stamps].filter(([owner, stamp]) => known.get(owner)?.stamp !== stamp);
  const fresh = await read(
    host,
    changed.map(([owner]) => owner),
  );
  const current = new Map<string, IndexedServers>();
  for (const [owner, stamp] of stamps) {
    const servers = fresh.get(owner) ?? known.get(owner)?.servers ?? [];
    if (stamp !== '') current.set(owner, { stamp, servers });
  }
  if (changed.some(([owner, stamp]) => stamp !== '' || known.has(owner))) await writeIndex(host, version, current);
  return [...current.values()].flatMap(({ servers }) => servers);
}

/** The owner of parked servers, which are in the state files of Plugboard. */
const PARKED = 'parked';

/** A stamp of the files of each client. It includes the inode, which changes when a file is replaced. */
function stampsOf(host: Host): Map<string, string> {
  const seen = new Map<string, string>();
  const stamp = (path: string): string => {
    const found = seen.get(path) ?? stampOf(path);
    seen.set(path, found);
    return found;
  };
  const { home, env, platform, cwd: project } = host;
  const surroundings: Surroundings = { home, env, platform, project };
  const stamps = new Map<string, string>();
  for (const client of Object.values(clients)) {
    const paths = placesOf(client, surroundings).flatMap(({ paths }) => paths);
    stamps.set(client.id, paths.map(stamp).join(''));
  }
  return stamps.set(PARKED, ledgers(host).map(stamp).join(''));
}

function stampOf(path: string): string {
  try {
    const { mtimeNs, ctimeNs, size, ino } = statSync(path, { bigint: true });
    return `${path} ${mtimeNs} ${ctimeNs} ${size} ${ino}\n`;
  } catch {
    return '';
  }
}

function ledgers(host: Host): string[] {
  const directory = stateFile(host, 'ledger');
  try {
    return readdirSync(directory).map((name) => `${directory}/${name}`);
  } catch {
    return [];
  }
}

async function read(host: Host, owners: readonly string[]): Promise<Map<string, KnownServer[]>> {
  const found = new Map<string, KnownServer[]>();
  const ids = owners.filter((owner): owner is ClientId => Object.hasOwn(clients, owner));
  if (ids.length > 0) {
    const { discover } = await import('../../discovery/discover.ts');
    const { clients: discovered } = await discover(host, { clients: ids });
    for (const { client, entries } of discovered) {
      const servers = entries.map(({ name, scope, file }) => ({ name, client: client.id, scope, file }));
      found.set(client.id, servers);
    }
  }
  if (owners.includes(PARKED)) {
    const { parkedServers } = await import('../../manage/ledger/parked-servers.ts');
    const parked = await parkedServers(host);
    found.set(
      PARKED,
      parked.map(({ name, client, scope, file }) => ({ name, client, scope, file })),
    );
  }
  return found;
}
