import { pathsOf, resolvePath } from '../../clients/paths.ts';
import { locationOf } from '../../clients/read-document.ts';
import type { ClientId } from '../../clients/registry.ts';
import { switchesOf, type SwitchList } from '../../clients/switches.ts';
import type { Client } from '../../clients/types.ts';
import { discover } from '../../discovery/discover.ts';
import type { DiscoveredClient } from '../../discovery/types.ts';
import { loadFormat } from '../../formats/index.ts';
import { surroundingsOf } from '../../manage/plan/target.ts';
import { because } from '../../model/diagnostics/loss.ts';
import type { Host } from '../../model/host.ts';
import { type Value, valueAt } from '../../model/value.ts';
import { readText } from '../../store/read/read-text.ts';
import type { ServerLoss } from './servers.ts';

/** The servers in the client's own files. */
export async function ownServers(host: Host, client: Client): Promise<DiscoveredClient> {
  const { clients } = await discover(host, { clients: [client.id as ClientId], placed: false });
  return clients[0] as DiscoveredClient;
}

/** Losses of launched servers caused by the client's own files. */
export async function lossesFromOwnFiles(
  host: Host,
  { client, entries }: DiscoveredClient,
  names: readonly string[],
): Promise<ServerLoss[]> {
  const losses: ServerLoss[] = [];
  const below = client.launch?.below ?? [];
  for (const server of names) {
    const above = entries.find((one) => one.name === server && below.includes(one.scope) && !one.location.unread);
    if (!above) continue;
    const reason = because('defined-in-own-file', above.file);
    losses.push({ server, client: client.id, field: 'definition', action: 'dropped', ...reason });
  }
  for (const list of switchesOf(client, { scope: 'user', project: host.cwd })) {
    const { file, off } = await readList(host, client, list);
    const reason = because('off-in-own-file', file);
    for (const server of names.filter((name) => off.includes(name)))
      losses.push({ server, client: client.id, field: 'disabled', action: 'mapped', ...reason });
  }
  return losses;
}

async function readList(
  host: Host,
  client: Client,
  { file, at }: SwitchList,
): Promise<{ file: string; off: readonly Value[] }> {
  const surroundings = surroundingsOf(host);
  const own = locationOf(client, { scope: 'user' });
  const path =
    file.path === undefined
      ? ((own && pathsOf(own, surroundings)[0]) ?? '')
      : resolvePath(file.path, surroundings, file.baseVariable);
  const read = await readText(host, path);
  const list = 'text' in read ? valueAt((await loadFormat(file.format)).parse(read.text).value, at) : undefined;
  return { file: path, off: Array.isArray(list) ? list : [] };
}
