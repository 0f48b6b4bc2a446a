import {
  type McpServer,
  ResourceNotFoundError,
  ResourceTemplate,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { clients } from '../clients/registry.ts';
import type { Client } from '../clients/types.ts';
import { findClients } from '../discovery/find-clients.ts';
import { listServers as listAll } from '../manage/list-servers.ts';
import { scopesOf } from '../manage/plan/defined-targets.ts';
import { cutToFit } from '../mcp/fit-result.ts';
import { usualChars } from '../mcp/page.ts';
import { getOwn } from '../model/value.ts';
import { issuesOf } from './tools/diagnose.ts';
import { listServers } from './tools/servers.ts';
import type { Data, ToolCall } from './tools/tool.ts';

/** Resources: the same data as the tools return. Starts and contacts nothing. */
export function addResources(server: McpServer, callOf: (context: ServerContext) => ToolCall): void {
  const mimeType = 'application/json';
  const contents = (uri: URL, data: Data): { contents: { uri: string; mimeType: string; text: string }[] } => {
    const shown = cutToFit(data, (cut) => JSON.stringify(cut).length <= usualChars) ?? { truncated: true };
    return { contents: [{ uri: uri.href, mimeType, text: JSON.stringify(shown) }] };
  };
  server.registerResource(
    'servers',
    'plugboard://servers',
    { title: 'Servers', description: 'All MCP servers on this machine', mimeType },
    async (uri, context) => contents(uri, await listServers.run({} as never, callOf(context))),
  );
  server.registerResource(
    'doctor',
    'plugboard://doctor',
    { title: 'Issues', description: 'Issues of config files and servers', mimeType },
    async (uri, context) => contents(uri, { issues: await issuesOf(callOf(context).host) }),
  );
  server.registerResource(
    'client',
    new ResourceTemplate('plugboard://clients/{id}', { list: undefined }),
    { title: 'Client', description: 'The files, scopes and servers of one client', mimeType },
    async (uri, { id }, context) => contents(uri, await clientData(String(id), uri, callOf(context))),
  );
}

async function clientData(id: string, uri: URL, { host }: ToolCall): Promise<Data> {
  const all: Readonly<Record<string, Client>> = clients;
  const client = getOwn(all as Record<string, Client>, id);
  if (!client) throw new ResourceNotFoundError(uri.href);
  const found = (await findClients(host)).find((one) => one.client.id === id);
  const { servers } = await listAll(host, { clients: [id as keyof typeof clients], placed: false });
  return {
    id,
    name: client.name,
    docs: client.docs,
    installed: found?.installed ?? false,
    scopes: scopesOf(client),
    transports: client.transports,
    files: found?.files.map(({ path, exists, location }) => ({ path, exists, scope: location.scope })),
    servers: servers.map(({ name, scope, state }) => ({ name, scope, state })),
  };
}
