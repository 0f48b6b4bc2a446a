import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { startApi } from '../../api/support/api.ts';
import { faulty, toolNames } from '../faults/faulty.ts';
import { scriptedGateway } from '../http/support/scripted-gateway.ts';
import { front, initialize as begin, ask } from '../http/support/visitor.ts';
import { initialize } from '../probe/raw-client.ts';
import { gatewayHome, type GatewayHome, serveHttp, type Served } from '../probe/serve.ts';

let home: GatewayHome;
let served: Served;
let audit = '';

beforeAll(async () => {
  home = gatewayHome({ one: faulty() });
  audit = join(home.folder, 'audit.jsonl');
  served = await serveHttp(home, '--audit', audit);
});
afterAll(async () => {
  await served.close();
  home.remove();
});

/** Connections on which nothing is said, until the test is over. */
async function idle(port: number, count: number): Promise<Socket[]> {
  const sockets = Array.from({ length: count }, () => connect(port, '127.0.0.1').on('error', () => {}));
  onTestFinished(() => sockets.forEach((socket) => socket.destroy()));
  await Promise.all(sockets.map(async (socket) => Promise.race([once(socket, 'connect'), once(socket, 'close')])));
  return sockets;
}

it('serves a client with the token beside 2,100 connections that say nothing', async () => {
  const client = served.client();
  await initialize(client);
  await idle(Number(new URL(served.url).port), 2100);
  // Each of them on a connection of its own.
  const names = await Promise.all(Array.from({ length: 20 }, async () => toolNames(client)));
  expect(names[19]).toContain('echo');
  const late = served.client();
  await initialize(late);
  expect(await toolNames(late)).toContain('echo');
  await Promise.all([client.close(), late.close()]);
});

it('counts 10,000 requests without the token instead of listing them', async () => {
  const port = Number(new URL(served.url).port);
  let left = 10_000;
  const knock = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      const socket = connect(port, '127.0.0.1').on('error', () => {});
      socket.end('POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n\r\n{}');
      await once(socket.resume(), 'close');
    }
  };
  await Promise.all(Array.from({ length: 32 }, knock));
  const figures = await fetch(new URL('/metrics', served.url), {
    headers: { authorization: `Bearer ${served.token}` },
  });
  const counts = [...(await figures.text()).matchAll(/plugboard_http_responses_total\{status="(?:401|429)"\} (\d+)/g)];
  expect(counts.reduce((sum, [, count]) => sum + Number(count), 0)).toBeGreaterThanOrEqual(10_000);
  await served.close();
  const lines = readFileSync(audit, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  const refused = lines.filter(({ event }) => event === 'refused');
  expect(refused.length).toBeLessThan(20);
  const told = refused.reduce((sum, { more }) => sum + Number(more ?? 1), 0);
  expect(told).toBeGreaterThanOrEqual(10_000);
});

it('ends the oldest connection without the token for a new one, and none with it', async () => {
  const limits = { connections: 20, strangerConnections: 10, strangerConnectionsPerAddress: 10 };
  const door = await front(scriptedGateway(), { limits });
  const headers = await begin(door);
  const stream = ask(door, { method: 'GET', headers: { ...headers, accept: 'text/event-stream' } });
  const sockets = await idle(door.address.port, 60);
  await Promise.all(sockets.slice(0, 40).map(async (socket) => socket.closed || once(socket, 'close')));
  const answer = await ask(door, { headers, body: { jsonrpc: '2.0', id: 1, method: 'ping' } });
  expect(answer.status).toBe(200);
  expect(await Promise.race([stream, Promise.resolve('open')])).toBe('open');
  door.endStreams();
  expect((await stream).status).toBe(200);
});

it('serves the page beside connections that say nothing', async () => {
  const api = await startApi({
    limits: { connections: 20, strangerConnections: 10, strangerConnectionsPerAddress: 10 },
  });
  const sockets = await idle(api.port, 100);
  await Promise.all(sockets.slice(0, 70).map(async (socket) => socket.closed || once(socket, 'close')));
  expect((await api.ask('/api/settings')).status).toBe(200);
});
