import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { HttpFront } from '../../../src/gateway/http/serve-http.ts';
import type { ServerToRun } from '../../../src/runtime/types.ts';
import { ask, initialize, type Message, modern } from '../http/support/visitor.ts';
import { memory } from '../support/gateway-with.ts';
import { hasRedis, type RedisServer, startRedis } from './support/redis.ts';
import { replicas } from './support/replicas.ts';

const TASKS = 'io.modelcontextprotocol/tasks';
const server = (file: string, ...args: readonly string[]): ServerToRun => ({
  name: 'box',
  server: {
    command: process.execPath,
    args: [fileURLToPath(new URL(`../servers/${file}`, import.meta.url)), ...args],
  },
});

/** A modern request of a client that knows tasks. */
function withTasks(method: string, params: Record<string, unknown>): ReturnType<typeof modern> {
  const { headers, body } = modern(method, params);
  const sent = structuredClone(body) as Message;
  sent.params['_meta']['io.modelcontextprotocol/clientCapabilities'] = { extensions: { [TASKS]: {} } };
  const name = params['taskId'];
  return { headers: { ...headers, ...(typeof name === 'string' && { 'mcp-name': name }) }, body: sent };
}

describe.skipIf(!hasRedis)('what two replicas share (redis-server)', () => {
  let redis: RedisServer;
  beforeAll(async () => {
    redis = await startRedis();
  });
  afterAll(async () => redis.close());

  test('tasks of the modern era, which run at one of them', async () => {
    const [one, two] = await replicas(redis.url, [server('tasking.mjs', 'modern', 'box')]);
    const begin = async (door: HttpFront): Promise<string> => {
      const answer = await ask(door, withTasks('tools/call', { name: 'mcp_box_work', arguments: {} }));
      return String(answer.json.result.taskId);
    };
    // Both processes of the server use the same id.
    const [first, second] = [await begin(one.door), await begin(two.door)];
    expect(first).toBe('task-1');
    expect(second).toMatch(/^task-1-[\da-f]{12}$/);
    const get = async (door: HttpFront, taskId: string): Promise<Message> =>
      (await ask(door, withTasks('tasks/get', { taskId }))).json;
    for (const { door } of [one, two]) {
      expect((await get(door, first)).result).toMatchObject({ taskId: first, status: 'working' });
      expect((await get(door, second)).result).toMatchObject({ taskId: second, status: 'working' });
    }
    await ask(one.door, withTasks('tasks/cancel', { taskId: second }));
    expect((await get(two.door, second)).result.status).toBe('cancelled');
    expect((await get(two.door, first)).result.status).toBe('working');
  });

  test('tasks of the legacy era', async () => {
    const [one, two] = await replicas(redis.url, [server('tasking.mjs', 'legacy', 'box')]);
    const headers = await initialize(one.door, '2025-11-25');
    const request = (method: string, params: object): object => ({ jsonrpc: '2.0', id: 4, method, params });
    const begun = await ask(one.door, {
      headers,
      body: request('tools/call', { name: 'mcp_box_work', arguments: {}, task: {} }),
    });
    const { taskId } = begun.json.result.task;
    const there = await ask(two.door, { headers, body: request('tasks/get', { taskId }) });
    expect(there.json.result).toMatchObject({ taskId, status: 'working' });
  });

  test('a request about a task fails with a retryable error when its replica is gone', async () => {
    const [one, two] = await replicas(redis.url, [server('tasking.mjs', 'modern', 'box')]);
    const begun = await ask(one.door, withTasks('tools/call', { name: 'mcp_box_work', arguments: {} }));
    await one.state.close();
    const answer = await ask(two.door, withTasks('tasks/get', { taskId: begun.json.result.taskId }));
    expect(answer.json.error).toMatchObject({ code: -32_000, data: { reason: 'replica-lost', retryable: true } });
  });

  test('accepted tools: what changed at one is withheld at both', async () => {
    const [one, two] = await replicas(redis.url, [server('talkative.mjs', 'legacy')], { gateway: { pins: memory() } });
    const call = async (door: HttpFront, name: string): Promise<Message> =>
      (await ask(door, modern('tools/call', { name: `mcp_box_${name}`, arguments: {} }))).json;
    expect((await call(one.door, 'about')).result.content).toBeDefined();
    expect((await call(two.door, 'about')).result.content).toBeDefined();
    await call(one.door, 'rewrite');
    for (const { door } of [one, two]) {
      await expect
        .poll(async () => (await call(door, 'about')).error?.data)
        .toMatchObject({ reason: 'definition-changed' });
    }
    expect((await call(two.door, 'echo')).result.content).toBeDefined();
  });

  test('tool lists: a replica that never used a server knows its tools', async () => {
    const [one, two] = await replicas(redis.url, [server('talkative.mjs', 'legacy')]);
    const listed = await ask(one.door, modern('tools/list'));
    await expect.poll(() => two.gateway.health().servers[0]?.tools).toBe(listed.json.result.tools.length);
    expect(two.gateway.health().servers[0]?.links).toBe(0);
  });

  test('circuit breakers: a server that is down for one is not tried by the other', async () => {
    let tries = 0;
    const broken = createServer((socket) => {
      tries += 1;
      socket.destroy();
    }).listen(0, '127.0.0.1');
    onTestFinished(() => void broken.close());
    await once(broken, 'listening');
    const { port } = broken.address() as AddressInfo;
    const down: ServerToRun = { name: 'box', server: { url: `http://127.0.0.1:${port}/mcp` } };
    const [one, two] = await replicas(redis.url, [down]);
    const listAt = async (door: HttpFront): Promise<unknown> => ask(door, modern('tools/list'));
    const failures = async (): Promise<number> => {
      const key = await redis.command('keys', '*:breaker:*');
      return Number(await redis.command('hget', key, 'failures'));
    };
    await expect.poll(async () => (await listAt(one.door), await failures())).toBeGreaterThanOrEqual(5);
    const before = tries;
    await listAt(two.door);
    await expect.poll(() => two.gateway.health().servers[0]?.state).toBe('failed');
    expect(tries).toBe(before);
  });
});
