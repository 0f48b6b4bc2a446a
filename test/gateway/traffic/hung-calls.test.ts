import { request } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { until } from '../../runtime/support/processes.ts';
import { call, notes, textOf, untilOffered } from '../faults/faulty.ts';
import { initialize, type RawClient } from '../probe/raw-client.ts';
import { gatewayHome, type GatewayHome, serveHttp, type Served, serveStdio } from '../probe/serve.ts';
import { flooding } from './flooding.ts';

let home: GatewayHome;
let served: Served;
let log = '';

beforeAll(async () => {
  home = gatewayHome();
  log = join(home.folder, 'flooding.log');
  home.put({ flooding: flooding(log) });
  served = await serveHttp(home);
});
afterAll(async () => {
  await served.close();
  home.remove();
});

interface Health {
  readonly servers: readonly { readonly inFlight: number }[];
}

async function inFlight(): Promise<number> {
  const response = await fetch(new URL('/health', served.url), {
    headers: { authorization: `Bearer ${served.token}` },
  });
  const { servers } = (await response.json()) as Health;
  return servers[0]?.inFlight ?? -1;
}

async function opened(): Promise<RawClient & { session(): string | undefined }> {
  const client = served.client();
  await initialize(client);
  await untilOffered(client, 'hang');
  return client;
}

it('goes on for others while two clients hang 500 calls each, and frees everything when they go', async () => {
  const [first, second, other] = [await opened(), await opened(), await opened()];
  const refused: string[] = [];
  for (const client of [first, second]) {
    for (let count = 0; count < 500; count += 1) {
      const { answer } = client.begin('tools/call', { name: 'hang', arguments: {} });
      void answer.then(({ error }) => error && refused.push(error.message)).catch(() => {});
    }
  }
  // 256 of each are taken.
  await until(() => refused.length === 2 * (500 - 256), 'the answer to those that are too many');
  expect(new Set(refused)).toEqual(new Set(['Too many requests of this client are in flight']));
  expect(await inFlight()).toBe(512);
  const said = await Promise.all(
    ['a', 'b', 'c', 'd', 'e', 'f'].map(async (text) => call(other, 'echo', { said: text })),
  );
  expect(said.map(textOf)).toEqual(['a', 'b', 'c', 'd', 'e', 'f']);
  await first.close();
  await second.close();
  await expect.poll(inFlight).toBe(0);
  // Only what the server had got is cancelled there.
  const hung = notes(log).filter((line) => line.startsWith('hang '));
  expect(hung.length).toBe(128);
  await until(
    () => hung.every((line) => notes(log).includes(line.replace('hang', 'cancelled'))),
    'the cancelled calls',
  );
});

it('gives up a call whose client hung up and has nothing to come back with', async () => {
  const client = await opened();
  const headers = {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    authorization: `Bearer ${served.token}`,
    'mcp-session-id': client.session() ?? '',
  };
  const before = notes(log).filter((line) => line.startsWith('hang ')).length;
  const hanging = (): string[] => notes(log).filter((line) => line.startsWith('hang '));
  const post = request(served.url, { method: 'POST', headers }).on('error', () => {});
  post.end(JSON.stringify({ jsonrpc: '2.0', id: 77, method: 'tools/call', params: { name: 'hang', arguments: {} } }));
  await until(() => hanging().length > before, 'the call that hangs');
  post.destroy();
  await expect.poll(inFlight).toBe(0);
  await until(() => notes(log).includes(`cancelled ${hanging().at(-1)?.slice(5)}`), 'the cancelled call');
  await client.close();
});

it('refuses what one client over stdio has too much of, at once, and takes more when it cancels', async () => {
  const client = serveStdio(home);
  await initialize(client);
  await untilOffered(client, 'hang');
  const hanging = Array.from({ length: 1200 }, () => client.begin('tools/call', { name: 'hang', arguments: {} }));
  // 64 are at the server and 1,000 wait.
  const refused = await Promise.all(hanging.slice(1064).map(async ({ answer }) => answer));
  expect(refused.map(({ error }) => error?.code)).toEqual(Array.from({ length: 136 }, () => -32000));
  for (const { id } of hanging.slice(0, 1064)) await client.notify('notifications/cancelled', { requestId: id });
  expect(textOf(await call(client, 'echo', { said: 'again' }))).toBe('again');
  await client.close();
});

it('refuses a second request with the id of one that is in flight', async () => {
  const client = await opened();
  const { id } = client.begin('tools/call', { name: 'hang', arguments: {} });
  await expect.poll(inFlight).toBe(1);
  const headers = {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    authorization: `Bearer ${served.token}`,
    'mcp-session-id': client.session() ?? '',
  };
  const body = JSON.stringify({ jsonrpc: '2.0', id, method: 'ping' });
  const response = await fetch(served.url, { method: 'POST', headers, body });
  expect(response.status).toBe(400);
  await client.close();
});
