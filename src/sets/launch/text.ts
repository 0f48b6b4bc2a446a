import { locationOf } from '../../clients/read-document.ts';
import { putInto } from '../../clients/revise-entry.ts';
import type { Client, Place } from '../../clients/types.ts';
import type { DiscoveredClient } from '../../discovery/types.ts';
import { loadFormat } from '../../formats/index.ts';
import { Revision } from '../../formats/revision.ts';
import type { FormatId } from '../../formats/types.ts';
import type { Server } from '../../model/server.ts';
import { getOwn, setOwn, valueAt, type ValueMap } from '../../model/value.ts';
import type { ServerLoss, Servers } from './servers.ts';

export interface LaunchText {
  readonly text: string;
  readonly losses: readonly ServerLoss[];
}

export function launchFormat(client: Client): FormatId {
  return locationOf(client, { scope: 'user' })?.format ?? 'json';
}

/** Adds servers, in the client's format, to a text that may be empty. */
export async function launchText(
  { client: described, names }: DiscoveredClient,
  servers: Servers,
  project: string,
  before: string,
): Promise<LaunchText> {
  // Session files have the format of the user's config file.
  const place: Place = { scope: 'user', project };
  const client = asSessionFile(described);
  const format = await loadFormat(launchFormat(client));
  const others: Record<string, ValueMap> = {};
  // If the client merges files by field, this file must override fields that the other files would add.
  for (const { name, active } of client.merge === 'fields' ? names : []) {
    if (active) setOwn(others, name, active.native);
  }
  const losses: ServerLoss[] = [];
  const revision = new Revision(format, format.parse(before));
  for (const [name, server] of Object.entries(servers)) {
    const other = getOwn(others, name);
    const put = putInto({ client, place, revision }, name, withoutExtras(client, server), { other });
    losses.push(...put.losses.map((loss) => ({ ...loss, server: name })));
  }
  const at = client.shapes.at(-1)?.at ?? [];
  // Without servers, the container must still exist.
  if (valueAt(revision.value, at) === undefined) revision.set(at, {});
  return { text: revision.settle().text, losses };
}

/** The client with the shape of its session file instead of its config file. */
function asSessionFile(client: Client): Client {
  const { at, strict } = client.launch ?? {};
  const shapes = at ? client.shapes.map((shape) => ({ ...shape, at })) : client.shapes;
  return { ...client, shapes, ...(strict ? { unknownKeys: 'rejected' as const } : {}) };
}

function withoutExtras({ launch, id }: Client, server: Server): Server {
  if (!launch?.strict || server.extras?.[id] === undefined) return server;
  const { [id]: _, ...extras } = server.extras;
  return { ...server, extras };
}
