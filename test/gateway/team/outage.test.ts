import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { HttpFront } from '../../../src/gateway/http/serve-http.ts';
import type { ServerToRun } from '../../../src/runtime/types.ts';
import { ask, initialize, type Message, modern } from '../http/support/visitor.ts';
import { memory } from '../support/gateway-with.ts';
import { hasRedis, type RedisServer, startRedis } from './support/redis.ts';
import { replicas } from './support/replicas.ts';

const program = fileURLToPath(new URL('../servers/talkative.mjs', import.meta.url));
const talkative: ServerToRun = { name: 'box', server: { command: process.execPath, args: [program, 'legacy'] } };

const ready = async (door: HttpFront): Promise<Message> => {
  const { status, json } = await ask(door, { method: 'GET', path: '/ready' });
  return [status, json.status];
};
const echo = async (door: HttpFront, headers: Record<string, string>): Promise<number> => {
  const params = { name: 'mcp_box_echo', arguments: {} };
  return (await ask(door, { headers, body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params } })).status;
};

describe.skipIf(!hasRedis)('without the store (redis-server)', () => {
  let redis: RedisServer;
  beforeEach(async () => {
    redis = await startRedis();
  });
  afterEach(async () => redis.close());

  test('requests go on that do not need it, and all heals when it is back, empty', async () => {
    const limits = { perToken: { perSecond: 1000, burst: 1000 } };
    const [one, two] = await replicas(redis.url, [talkative], { limits, gateway: { pins: memory() } });
    const modernEcho = async (door: HttpFront): Promise<number> =>
      (await ask(door, modern('tools/call', { name: 'mcp_box_echo', arguments: {} }))).status;
    const known = await initialize(one.door);
    const elsewhere = await initialize(two.door);
    expect([await modernEcho(one.door), await echo(one.door, known), await modernEcho(two.door)]).toEqual([
      200, 200, 200,
    ]);
    expect(await ready(one.door)).toEqual([200, 'ready']);
    await redis.kill();
    await expect.poll(async () => ready(one.door)).toEqual([200, 'degraded']);
    await expect.poll(async () => ready(two.door)).toEqual([200, 'degraded']);
    expect([await modernEcho(one.door), await echo(one.door, known)]).toEqual([200, 200]);
    // Not 404, which would make the client start over.
    expect(await echo(one.door, elsewhere)).toBe(503);
    const opened = await initialize(one.door);
    expect(await echo(one.door, opened)).toBe(200);
    await redis.restart();
    await expect.poll(async () => ready(one.door)).toEqual([200, 'ready']);
    await expect.poll(async () => ready(two.door)).toEqual([200, 'ready']);
    for (const headers of [known, elsewhere, opened]) {
      await expect.poll(async () => echo(one.door, headers)).toBe(200);
      await expect.poll(async () => echo(two.door, headers)).toBe(200);
    }
  });

  test('that is full, sessions that cannot be stored are not called unknown, and are stored when there is room', async () => {
    const [one, two] = await replicas(redis.url, [talkative], { gateway: { pins: memory() } });
    const stored = await initialize(one.door);
    await redis.command('CONFIG', 'SET', 'maxmemory', '1');
    const opened = await initialize(one.door);
    // Both notice, although only one has written.
    await expect.poll(async () => ready(one.door)).toEqual([200, 'degraded']);
    await expect.poll(async () => ready(two.door)).toEqual([200, 'degraded']);
    expect([await echo(one.door, opened), await echo(two.door, stored)]).toEqual([200, 200]);
    expect(await echo(two.door, opened)).toBe(503);
    await redis.command('CONFIG', 'SET', 'maxmemory', '0');
    await expect.poll(async () => ready(one.door)).toEqual([200, 'ready']);
    await expect.poll(async () => echo(two.door, opened)).toBe(200);
    expect(await echo(two.door, { ...opened, 'mcp-session-id': 'unknown' })).toBe(404);
  });

  test('no tool is offered that was not accepted before', async () => {
    await redis.kill();
    const [one] = await replicas(redis.url, [talkative], { gateway: { pins: memory() } });
    const call = async (): Promise<Message> =>
      (await ask(one.door, modern('tools/call', { name: 'mcp_box_echo', arguments: {} }))).json;
    expect((await call()).error.data).toMatchObject({ reason: 'definition-unverified' });
    await redis.restart();
    await expect.poll(async () => (await call()).result?.content).toBeDefined();
  });

  test('a session that ended elsewhere meanwhile ends here too', async () => {
    const [one, two] = await replicas(redis.url, [talkative]);
    const headers = await initialize(one.door);
    expect(await echo(two.door, headers)).toBe(200);
    // As if this replica alone had been cut off.
    const { shared } = one.state;
    await shared?.sessions.end(headers['mcp-session-id'] ?? '', 60_000);
    await redis.command('client', 'kill', 'type', 'normal');
    await expect.poll(async () => echo(two.door, headers)).toBe(404);
    await expect.poll(async () => echo(one.door, headers)).toBe(404);
  });
});
