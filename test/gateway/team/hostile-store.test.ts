import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { HttpFront } from '../../../src/gateway/http/serve-http.ts';
import { openState } from '../../../src/gateway/state/open-state.ts';
import { ask, front, initialize, modern } from '../http/support/visitor.ts';
import { gatewayWith, memory } from '../support/gateway-with.ts';
import { hasRedis, type RedisServer, startRedis } from './support/redis.ts';

const program = fileURLToPath(new URL('../servers/talkative.mjs', import.meta.url));
const one = { name: 'one', server: { command: process.execPath, args: [program, 'legacy', 'one'] } };
const prefix = 'hostile';

describe.skipIf(!hasRedis)('a store with contents that no gateway wrote (redis-server)', () => {
  let redis: RedisServer;
  beforeAll(async () => {
    redis = await startRedis();
  });
  afterAll(async () => redis.close());

  async function replica(): Promise<{ door: HttpFront; channel: string }> {
    const state = await openState(`${redis.url}?prefix=${prefix}`);
    onTestFinished(async () => state.close());
    const cache = state.values('lists', memory());
    const gateway = gatewayWith([one], { state, cache, pins: state.values('pins', memory()) });
    return { door: await front(gateway), channel: `${prefix}:1:to:${state.shared?.replica}` };
  }

  async function tools(door: HttpFront): Promise<string[]> {
    const { headers, body } = modern('tools/list');
    return (await ask(door, { headers, body })).json.result.tools.map(({ name }: { name: string }) => name);
  }

  const list = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} };

  test.each([
    ['text', 'not JSON'],
    ['JSON of another shape', '[{"name":5},null]'],
    ['null', 'null'],
    ['a list', undefined],
  ])('%s: gateways start and serve, and no tool is accepted that was not before', async (_, garbage) => {
    await redis.command('FLUSHALL');
    const first = await replica();
    const names = await tools(first.door);
    expect(names.length).toBeGreaterThan(0);
    const session = await initialize(first.door, '2025-11-25');
    await expect.poll(async () => (await redis.command('KEYS', '*')).split('\n').length).toBeGreaterThan(2);
    for (const key of (await redis.command('KEYS', '*')).split('\n')) {
      await redis.command('DEL', key);
      await (garbage === undefined ? redis.command('RPUSH', key, 'x') : redis.command('SET', key, garbage));
    }
    const second = await replica();
    // Without readable pins, no tool is offered; without readable lists, the server is asked.
    const seen = await tools(second.door);
    expect(seen.filter((name) => !names.includes(name))).toEqual([]);
    expect([404, 503]).toContain((await ask(second.door, { headers: session, body: list })).status);
    // The gateway that opened it goes on.
    expect((await ask(first.door, { headers: session, body: list })).status).toBe(200);
    expect((await initialize(second.door, '2025-11-25'))['mcp-session-id']).not.toBe('undefined');
  });

  test('messages of any shape on the channels change nothing', async () => {
    await redis.command('FLUSHALL');
    const { door, channel } = await replica();
    const names = await tools(door);
    const session = await initialize(door, '2025-11-25');
    const other = await openState(`${redis.url}?prefix=${prefix}`);
    onTestFinished(async () => other.close());
    for (const text of ['', '{', 'null', '{"kind":5}']) await redis.command('PUBLISH', channel, text);
    const kinds = [
      'lists',
      'pins',
      'tokens',
      'session-change',
      'session-receive',
      'session-send',
      'reply',
      'reply-closed',
    ];
    const fields = ['server', 'key', 'kinds', 'text', 'caller', 'change', 'event', 'op', 'status', 'id'];
    const id = session['mcp-session-id'];
    for (const kind of [...kinds, 'request', 'resume', 'ping', 'unknown']) {
      for (const value of [undefined, null, 5, {}, [], '', '\u0000', 'x'.repeat(10_000), { set: 5, remove: 5 }]) {
        const message = Object.fromEntries(fields.map((field) => [field, value]));
        for (const of of [id, value]) await other.shared?.bus.broadcast({ ...message, kind, session: of });
      }
    }
    expect(await tools(door)).toEqual(names);
    expect((await ask(door, { headers: session, body: list })).status).toBe(200);
  });
});
