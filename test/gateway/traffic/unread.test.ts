import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, expect, it } from 'vitest';
import { until } from '../../runtime/support/processes.ts';
import { notes } from '../faults/faulty.ts';
import { gatewayHome } from '../probe/serve.ts';
import { flooding, megabytesOf, type QuietClient, quietClient } from './flooding.ts';

const home = gatewayHome();
const log = join(home.folder, 'flooding.log');
home.put({ flooding: flooding(log) });
let client: QuietClient;

beforeEach(async () => {
  client = await quietClient(home);
});
afterEach(async () => client.end());
afterAll(() => home.remove());

const isAnswerTo =
  (wanted: number) =>
  ({ id, method }: { id?: unknown; method?: string }): boolean =>
    id === wanted && method === undefined;

it('drops log messages for a client that does not read, and keeps the last of each other kind and all answers', async () => {
  client.send({ id: 1, method: 'resources/subscribe', params: { uri: 'a://1' } });
  await client.read(isAnswerTo(1));
  client.call(2, 'echo', { said: 'before' });
  await client.read(isAnswerTo(2));
  const before = megabytesOf(client.child.pid);
  client.call(3, 'flood', { megabytes: 256 }, { progressToken: 'a' });
  await until(() => notes(log).includes('flooded'), 'the end of the flood', 110_000);
  expect(megabytesOf(client.child.pid) - before, 'megabytes for 256 of messages').toBeLessThan(128);
  expect(client.stderr()).toContain('Notifications are dropped');

  const read = await client.read(isAnswerTo(3));
  const last = 256 * 64;
  const of = (method: string) => read.filter((message) => message.method === method);
  expect(of('notifications/message').length).toBeLessThan(1000);
  expect(of('notifications/progress').at(-1)?.params).toEqual({ progressToken: 'a', progress: last });
  expect(of('notifications/resources/updated').at(-1)?.params).toEqual({ uri: 'a://1', number: last });
  expect(read.at(-1)).toMatchObject({ id: 3, result: { content: [{ text: 'flooded' }] } });
});

it('answers everything that a client asked before it began to read', async () => {
  const count = 2000;
  for (let id = 1; id <= count; id += 1) client.call(id, 'size', { size: 64 * 1024, padding: 'x'.repeat(4096) });
  const read = await client.read(({ method }) => method === undefined, count);
  expect(read.map(({ id }) => id).toSorted((a, b) => Number(a) - Number(b))).toEqual(
    Array.from({ length: count }, (_, index) => index + 1),
  );
});

it('closes the session of a client that leaves too many answers unread, and says so', async () => {
  // They are on their way before the first is unread.
  for (let id = 1; id <= 60; id += 1) client.call(id, 'size', { size: 4 * 1024 * 1024 });
  await until(() => client.child.exitCode !== null, 'the end of the gateway', 110_000);
  expect(client.child.exitCode).toBe(0);
  expect(client.stderr()).toContain('has 128 MB of unread responses');
});

it('asks a server that announces changes without end only now and then', async () => {
  const before = notes(log).filter((line) => line === 'listed').length;
  client.call(1, 'storm', { count: 10_000 });
  const read = await client.read(isAnswerTo(1));
  client.send({ id: 2, method: 'ping' });
  read.push(...(await client.read(isAnswerTo(2))));
  expect(notes(log).filter((line) => line === 'listed').length - before).toBeLessThan(20);
  expect(read.filter(({ method }) => method === 'notifications/tools/list_changed').length).toBeLessThan(20);
});

it('declines questions of a server that asks more than its client answers', async () => {
  client.call(1, 'ask', { count: 300 });
  const read = await client.read(isAnswerTo(1));
  expect(read.filter(({ method }) => method === 'roots/list')).toHaveLength(256);
  await until(() => notes(log).filter((line) => line.endsWith('with an error')).length === 44, 'the declined ones');
});

it('lets nothing pile up before a server that does not read', async () => {
  client.call(1, 'deaf');
  await client.read(isAnswerTo(1));
  const before = megabytesOf(client.child.pid);
  const padding = 'x'.repeat(64 * 1024);
  // Whoever cancels makes room for the next call, which the server does not read either.
  for (let id = 10; id < 4010; id += 1) {
    client.call(id, 'echo', { padding });
    client.send({ method: 'notifications/cancelled', params: { requestId: id } });
  }
  for (let id = 5000; id < 7000; id += 1) client.call(id, 'echo', { padding });
  // Those beyond the limit are refused at once, so that the gateway goes on reading.
  client.send({ id: 2, method: 'ping' });
  const read = await client.read(isAnswerTo(2));
  expect(megabytesOf(client.child.pid) - before, 'megabytes for 384 of requests').toBeLessThan(256);
  const refused = read.filter(({ error }) => error);
  expect(refused.length).toBeGreaterThan(900);
  expect(refused[0]?.error).toMatchObject({ code: -32000, data: { reason: 'too-many-calls' } });
});

it('refuses more subscriptions of one client than it may have', async () => {
  const refused: unknown[] = [];
  for (let first = 0; first <= 10_000; first += 100) {
    for (let id = first; id < first + 100; id += 1)
      client.send({ id, method: 'resources/subscribe', params: { uri: `a://${id}` } });
    const read = await client.read(({ method }) => method === undefined, 100);
    refused.push(...read.filter((message) => 'error' in message).map(({ error }) => error?.message));
  }
  expect(refused).toHaveLength(100);
  expect(new Set(refused)).toEqual(new Set(['This client has too many subscriptions. End some of them first.']));
});
