import * as z from 'zod';
import { findClients } from '../../discovery/find-clients.ts';
import { withApprovals } from '../../live/approvals/listed-approvals.ts';
import { explainPolicy } from '../../manage/explain-policy.ts';
import { listServers as listAll } from '../../manage/list-servers.ts';
import type { ListedServer } from '../../manage/listed-server.ts';
import { noSuchServer } from '../../manage/no-such-server.ts';
import { targetOfServer } from '../../manage/secrets/masked-server.ts';
import { reads } from '../../mcp/annotations.ts';
import { pageList } from '../../mcp/page.ts';
import type { Host } from '../../model/host.ts';
import { catalogId } from '../../model/origin.ts';
import { placeOf, reasonData, shownDefinition } from '../server-data.ts';
import { type Data, tool } from './tool.ts';

const name = z.string().min(1).max(200);

export const listServers = tool({
  name: 'list_servers',
  title: 'List servers',
  description: 'List MCP servers of all clients on this machine: what they run, and in which places they are active.',
  annotations: reads,
  input: z.object({
    query: z.string().optional().describe('Part of a name or command.'),
    client: z.string().optional(),
    cursor: z.string().optional(),
  }),
  output: z.looseObject({
    servers: z.array(z.unknown()),
    total: z.number(),
    nextCursor: z.string().optional(),
    clients: z.array(z.string()),
  }),
  async run({ query = '', client, cursor }, { host, room }) {
    const { servers, unread } = await listAll(host, { placed: false });
    const known = await withApprovals(host, servers);
    const wanted = query.toLowerCase();
    const rows = [...byName(known.filter((one) => client === undefined || one.client === client))]
      .map(([, found]) => rowOf(found))
      .filter((row) => `${String(row['name'])} ${String(row['runs'])}`.toLowerCase().includes(wanted));
    const { items, ...page } = pageList(rows, rows.length, cursor, room - 1000);
    return { servers: items, ...page, clients: await installedClients(host), unreadFiles: unread.length || undefined };
  },
});

export const getServer = tool({
  name: 'get_server',
  title: 'Show a server',
  description: 'Show the definitions of a server with secrets masked, and the places that have each.',
  annotations: reads,
  input: z.object({ server: name }),
  output: z.looseObject({ name: z.string(), definitions: z.array(z.unknown()) }),
  async run({ server }, { host }) {
    const groups = new Map<string, { definition: Data; places: Data[] }>();
    for (const one of await definitionsOf(host, server)) {
      const definition = shownDefinition(one);
      const key = JSON.stringify(definition);
      const group = groups.get(key) ?? { definition, places: [] };
      group.places.push({ place: placeOf(one), state: one.state, file: one.file });
      groups.set(key, group);
    }
    return { name: server, definitions: [...groups.values()] };
  },
});

export const explain = tool({
  name: 'explain',
  title: 'Explain a server',
  description: 'Explain why a server is active, shadowed, disabled, unapproved or refused by a policy, in each place.',
  annotations: reads,
  input: z.object({ server: name }),
  output: z.looseObject({ name: z.string(), places: z.array(z.unknown()), policy: z.array(z.unknown()) }),
  async run({ server }, { host }) {
    const found = await definitionsOf(host, server);
    const { definitions } = await explainPolicy(host, server);
    const refused = definitions.filter(({ isAllowed }) => !isAllowed);
    return {
      name: server,
      places: found.map(reasonData),
      policy: refused.map(({ definition, reasons }) => ({ place: placeOf(definition), refused: true, reasons })),
    };
  },
});

async function definitionsOf(host: Host, server: string): Promise<ListedServer[]> {
  const { servers } = await listAll(host, { all: true });
  const named = servers.filter((one) => one.name === server);
  if (named.length > 0) return withApprovals(host, named);
  throw noSuchServer(
    server,
    servers.map((one) => one.name),
  );
}

export async function installedClients(host: Host): Promise<string[]> {
  const found = await findClients(host);
  return found.filter(({ client, installed }) => installed && client.id !== catalogId).map(({ client }) => client.id);
}

function byName(servers: readonly ListedServer[]): Map<string, ListedServer[]> {
  const groups = new Map<string, ListedServer[]>();
  for (const one of servers) groups.set(one.name, [...(groups.get(one.name) ?? []), one]);
  return new Map([...groups].toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/** One server with its places by state. */
function rowOf(found: readonly ListedServer[]): Data {
  const [first] = found as [ListedServer];
  const states = [...new Set(found.map(({ state }) => state))];
  const places = states.map((state) => [state, found.filter((one) => one.state === state).map(placeOf)]);
  return { name: first.name, runs: targetOfServer(first.server), ...Object.fromEntries(places) };
}
