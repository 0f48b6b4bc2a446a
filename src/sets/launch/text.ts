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

/** Servers in the words of the client, put into a text that may be there already. */
export async function launchText(
  { client: described, names }: DiscoveredClient,
  servers: Servers,
  project: string,
  before: string,
): Promise<LaunchText> {
  // What a client is handed is read as its file of the user is.
  const place: Place = { scope: 'user', project };
  const client = asHanded(described);
  const format = await loadFormat(launchFormat(client));
  const others: Record<string, ValueMap> = {};
  // Where all files are merged, this one has to say what those others must not add.
  for (const { name, inForce } of client.merge === 'fields' ? names : []) {
    if (inForce) setOwn(others, name, inForce.native);
  }
  const losses: ServerLoss[] = [];
  const revision = new Revision(format, format.parse(before));
  for (const [name, server] of Object.entries(servers)) {
    const other = getOwn(others, name);
    const put = putInto({ client, place, revision }, name, withinReach(client, server), { other });
    losses.push(...put.losses.map((loss) => ({ ...loss, server: name })));
  }
  const at = client.shapes.at(-1)?.at ?? [];
  // A file without a single server still has to be one.
  if (valueAt(revision.value, at) === undefined) revision.set(at, {});
  return { text: revision.settle().text, losses };
}

/** The client with the shape of what it is handed in place of that of its own file. */
function asHanded(client: Client): Client {
  const { at, strict } = client.launch ?? {};
  const shapes = at ? client.shapes.map((shape) => ({ ...shape, at })) : client.shapes;
  return { ...client, shapes, ...(strict ? { unknownKeys: 'rejected' as const } : {}) };
}

function withinReach({ launch, id }: Client, server: Server): Server {
  if (!launch?.strict || server.extras?.[id] === undefined) return server;
  const { [id]: _, ...extras } = server.extras;
  return { ...server, extras };
}
