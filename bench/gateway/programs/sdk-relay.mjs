import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { Readable } from 'node:stream';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { createMcpHandler, Server } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';

/*
 * The gateway that suggests itself: clients of the official SDK on one side, servers of it on the other. It passes tools
 * on and nothing else. Arguments: a file of servers, and a port for HTTP; without one it speaks over stdio.
 */

/** @typedef {{ command?: string, args?: string[], url?: string }} Entry */

const [file = '', port] = process.argv.slice(2);
const { mcpServers } = /** @type {{ mcpServers: Record<string, Entry> }} */ (JSON.parse(readFileSync(file, 'utf8')));
/** @type {Map<string, { client: Client, name: string }>} */
const routes = new Map();
const listing = Promise.all(Object.entries(mcpServers).map(connect)).then((lists) => lists.flat());

/** @param {[string, Entry]} entry */
async function connect([server, { command = '', args = [], url }]) {
  const client = new Client({ name: 'sdk-relay', version: '1' });
  const transport = url
    ? new StreamableHTTPClientTransport(new URL(url))
    : new StdioClientTransport({ command, args, stderr: 'ignore' });
  await client.connect(transport);
  const { tools } = await client.listTools();
  return tools.map((tool) => {
    const name = `${server}__${tool.name}`;
    routes.set(name, { client, name: tool.name });
    return { ...tool, name };
  });
}

function makeServer() {
  const server = new Server({ name: 'sdk-relay', version: '1' }, { capabilities: { tools: {} } });
  server.setRequestHandler('tools/list', async () => ({ tools: await listing }));
  server.setRequestHandler('tools/call', async ({ params }) => {
    const route = routes.get(params.name);
    if (!route) throw new Error('no such tool');
    return route.client.callTool({ ...params, name: route.name });
  });
  return server;
}

const handler = createMcpHandler(makeServer);

/**
 * The types of Node and of the web do not know of each other.
 *
 * @param {import('node:http').IncomingMessage} request
 * @param {import('node:http').ServerResponse} response
 */
async function passOn(request, response) {
  const { method = 'GET', url, headers } = request;
  const body = method === 'POST' ? { body: Readable.toWeb(request), duplex: 'half' } : {};
  const asked = new Request(`http://127.0.0.1:${port}${url}`, /** @type {any} */ ({ method, headers, ...body }));
  const answer = await handler.fetch(asked);
  response.writeHead(answer.status, Object.fromEntries(answer.headers));
  if (answer.body) Readable.fromWeb(/** @type {any} */ (answer.body)).pipe(response);
  else response.end();
}

if (port) {
  createServer((request, response) => void passOn(request, response)).listen(Number(port), '127.0.0.1');
} else {
  serveStdio(makeServer);
  process.stdin.on('end', () => process.exit(0));
}
process.on('SIGTERM', () => process.exit(0));
