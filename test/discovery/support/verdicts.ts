import type { ClientId } from '../../../src/clients/registry.ts';
import { discover } from '../../../src/discovery/discover.ts';
import type { DiscoveredEntry, Verdict } from '../../../src/discovery/types.ts';
import { type Files, home, project, world } from './world.ts';

/** What one client makes of these files. */
export async function verdictsOf(client: ClientId, files: Files): Promise<Verdict[]> {
  const { clients } = await discover(world(files).host, { clients: [client] });
  return [...(clients[0]?.names ?? [])];
}

export async function verdictOf(client: ClientId, files: Files, name = 'x'): Promise<Verdict> {
  const found = (await verdictsOf(client, files)).find((verdict) => verdict.name === name);
  if (!found) throw new Error(`${client} has no entry called ${name}`);
  return found;
}

/** The place of an entry, as people write it. */
export function placeOf(entry: DiscoveredEntry | undefined): string | undefined {
  if (!entry) return undefined;
  return `${entry.file.replace(project, '.').replace(home, '~')}:${entry.range?.start.line}`;
}

/** `place why` for everything that does not count. */
export function shadowsOf({ shadowed }: Verdict): string[] {
  return shadowed.map(({ entry, why }) => `${placeOf(entry)} ${why}`);
}
