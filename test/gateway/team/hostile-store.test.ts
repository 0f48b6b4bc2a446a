import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { HttpFront } from '../../../src/gateway/http/serve-http.ts';
import { openState } from '../../../src/gateway/state/open-state.ts';
import { isDeep } from '../../support/deep.ts';
import { ask, front, initialize, modern } from '../http/support/visitor.ts';
import { gatewayWith, memory } from '../support/gateway-with.ts';
import { hasRedis, type RedisServer, startRedis } from './support/redis.ts';

const program = fileURLToPath(new URL('../servers/talkative.mjs', import.meta.url));
const one = { name: 'one', server: { command: process.execPath, args: [program, 'legacy', 'one'] } };
const prefix = 'hostile';
/** Each starts two gateways with their servers, so the last two are tried only by `npm run test:deep`. */
const garbages: readonly (readonly [name: string, text: string | undefined])[] = [
  ['JSON of another shape', '[{"name":5},null]'],
  ['a list', undefined],
  ['text', 'not JSON'],
  ['null', 'null'],
];
/** In one script, because each command starts a process. */
const REPLACE_ALL = `for _, key in ipairs(redis.call('KEYS', '*')) do
  redis.call('DEL', key)
  redis.call(ARGV[1], key, ARGV[2])
end`;
const PUBLISH_ALL = `for i = 2, #ARGV do redis.call('PUBLISH', ARGV[1], ARGV[i]) end`;

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

  test.each(garbages.slice(0, isDeep ? undefined : 2))(
    '%s: gateways start and serve, and no tool is accepted that was not before',
    async (_, garbage) => {
      await redis.command('FLUSHALL');
      const first = await replica();
      const names = await tools(first.door);
      expect(names.length).toBeGreaterThan(0);
      const session = await initialize(first.door, '2025-11-25');
      await expect.poll(async () => Number(await redis.command('DBSIZE'))).toBeGreaterThan(2);
      await redis.command('EVAL', REPLACE_ALL, '0', ...(garbage === undefined ? ['RPUSH', 'x'] : ['SET', garbage]));
      const second = await replica();
      // Without readable pins, no tool is offered; without readable lists, the server is asked.
      const seen = await tools(second.door);
      expect(seen.filter((name) => !names.includes(name))).toEqual([]);
      expect([404, 503]).toContain((await ask(second.door, { headers: session, body: list })).status);
      // The gateway that opened it goes on.
      expect((await ask(first.door, { headers: session, body: list })).status).toBe(200);
      expect((await initialize(second.door, '2025-11-25'))['mcp-session-id']).not.toBe('undefined');
    },
  );

  test('messages of any shape on the channels change nothing', async () => {
    await redis.command('FLUSHALL');
    const { door, channel } = await replica();
    const names = await tools(door);
    const session = await initialize(door, '2025-11-25');
    const other = await openState(`${redis.url}?prefix=${prefix}`);
    onTestFinished(async () => other.close());
    await redis.command('EVAL', PUBLISH_ALL, '0', channel, '', '{', 'null', '{"kind":5}');
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
      const values = [undefined, null, 5, {}, [], '', '\u0000', 'x'.repeat(1000), { set: 5, remove: 5 }];
      const messages = values.flatMap((value) => {
        const message = Object.fromEntries(fields.map((field) => [field, value]));
        return [id, value].map((session) => ({ ...message, kind, session }));
      });
      await Promise.all(messages.map(async (message) => other.shared?.bus.broadcast(message)));
    }
    expect(await tools(door)).toEqual(names);
    expect((await ask(door, { headers: session, body: list })).status).toBe(200);
  });
});
