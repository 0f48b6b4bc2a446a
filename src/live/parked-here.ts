import type { ClientId } from '../clients/registry.ts';
import { parkedServers } from '../manage/ledger/parked-servers.ts';
import type { Host } from '../model/host.ts';
import type { ServerToRun } from '../runtime/types.ts';

type Parked = ServerToRun & { readonly disabled: true };

/** Parked servers, except those whose name has another active definition. */
export async function parkedHere(
  host: Host,
  clients: readonly ClientId[] | undefined,
  others: readonly Pick<ServerToRun, 'name'>[],
): Promise<Parked[]> {
  const parked = (await parkedServers(host)).filter(
    ({ name, client }) =>
      (clients?.includes(client as ClientId) ?? true) && !others.some((other) => other.name === name),
  );
  const byName = new Map(parked.map((one) => [one.name, one]));
  return Array.from(byName.values(), ({ name, server, file, client, scope }) => ({
    name,
    server: { ...server, disabled: true },
    origin: { file, client, scope },
    disabled: true,
  }));
}
