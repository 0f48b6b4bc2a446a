import { pathsOf } from '../../clients/paths.ts';
import { clients } from '../../clients/registry.ts';
import type { Client } from '../../clients/types.ts';
import { discover } from '../../discovery/discover.ts';
import { originFinder } from '../../discovery/origin-of.ts';
import type { DiscoveredEntry } from '../../discovery/types.ts';
import type { Host } from '../../model/host.ts';
import { readCopiedDefinitions } from '../../store/approvals/copied-definitions.ts';
import { surroundingsOf } from '../plan/target.ts';

/** Whether a file is where one of the person's own clients reads it. */
export function isOwnFile(host: Host, file: string): boolean {
  const all: readonly Client[] = Object.values(clients);
  const own = all.flatMap(({ locations }) => locations.filter(({ scope }) => scope !== 'project'));
  return own.some((location) => pathsOf(location, surroundingsOf(host)).includes(file));
}

/** The entries in files of the person's clients, without those that a project has in its files. */
export async function ownEntries(host: Host): Promise<readonly DiscoveredEntry[]> {
  const discovery = await discover(host, { placed: false });
  const originOf = originFinder(discovery, host.home, await readCopiedDefinitions(host));
  const entries = discovery.clients.flatMap((client) => client.entries);
  return entries.filter((entry) => originOf(entry).project === undefined);
}
