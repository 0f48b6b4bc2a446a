import type { ClientId } from '../../clients/registry.ts';
import type { ServerHere } from '../../live/servers-here.ts';
import { parkedServers } from '../../manage/parked-servers.ts';
import type { Host } from '../../model/host.ts';

/** Servers that are off because they were taken out of their files, unless another definition of their name counts. */
export async function parkedHere(
  host: Host,
  clients: readonly ClientId[] | undefined,
  others: readonly ServerHere[],
): Promise<ServerHere[]> {
  const parked = (await parkedServers(host)).filter(
    ({ name, client }) =>
      (clients?.includes(client as ClientId) ?? true) && !others.some((other) => other.name === name),
  );
  const byName = new Map(parked.map((one) => [one.name, one]));
  return Array.from(byName.values(), ({ name, server, file, client, scope }) => ({
    name,
    server,
    origin: { file, client, scope },
    disabled: true,
  }));
}

export function inOrder(servers: readonly ServerHere[]): ServerHere[] {
  return servers.toSorted((a, b) => (a.name < b.name ? -1 : 1));
}
