import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { initialize, type RawClient, type WireMessage } from '../probe/raw-client.ts';
import { gatewayHome, serveStdio } from '../probe/serve.ts';
import { call, textOf, untilOffered } from './faulty.ts';

/** A server over HTTP that forgets its sessions when it is told to, as one does that was started again. */
const sessions = new Set<string>();
let server: Server;
let client: RawClient;
let home: ReturnType<typeof gatewayHome>;

beforeAll(async () => {
  server = createServer((request, response) => {
    if (request.method !== 'POST') return void response.writeHead(405).end();
    const session = request.headers['mcp-session-id'];
    json(request).then(
      (body) => {
        const { id, method, params } = body as WireMessage;
        if (method !== 'initialize' && method !== 'server/discover' && !sessions.has(String(session))) {
          return response.writeHead(404, { 'content-type': 'application/json' }).end('{}');
        }
        const fresh = method === 'initialize' ? randomUUID() : undefined;
        if (fresh !== undefined) sessions.add(fresh);
        if (id === undefined) return response.writeHead(202).end();
        const headers = { 'content-type': 'application/json', ...(fresh !== undefined && { 'mcp-session-id': fresh }) };
        return response.writeHead(200, headers).end(JSON.stringify({ jsonrpc: '2.0', id, ...answer(method, params) }));
      },
      () => response.destroy(),
    );
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  home = gatewayHome({ web: { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp` } });
  client = serveStdio(home);
  await initialize(client);
  await untilOffered(client, 'session');
});
afterAll(async () => {
  await client.close();
  server.closeAllConnections();
  server.close();
  home.remove();
});

function answer(method: string | undefined, params: WireMessage['params']): object {
  const serverInfo = { name: 'forgetful', version: '1.0.0' };
  if (method === 'initialize') {
    return { result: { protocolVersion: params?.['protocolVersion'], capabilities: { tools: {} }, serverInfo } };
  }
  if (method === 'tools/list') return { result: { tools: [{ name: 'session', inputSchema: { type: 'object' } }] } };
  if (method === 'tools/call') return { result: { content: [{ type: 'text', text: [...sessions].join() }] } };
  return { error: { code: -32601, message: 'no such method' } };
}

it('starts another session when the server has lost the old one, unnoticed by clients', async () => {
  const before = textOf(await call(client, 'session'));
  expect(before).not.toBe('');
  sessions.clear();
  const after = textOf(await call(client, 'session'));
  expect(after).not.toBe('');
  expect(after).not.toBe(before);
});

it('does so once for calls that are under way together', async () => {
  sessions.clear();
  const answers = await Promise.all(Array.from({ length: 8 }, async () => call(client, 'session')));
  expect(new Set(answers.map(textOf)).size).toBe(1);
  expect(sessions.size).toBe(1);
});
