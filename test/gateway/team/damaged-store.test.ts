import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { AwaitedReplies } from '../../../src/gateway/http/replicas/awaited-replies.ts';
import type { ReplySink } from '../../../src/gateway/http/reply-sink.ts';
import type { BusMessage, SharedState } from '../../../src/gateway/state/gateway-state.ts';
import { hashOf } from '../../../src/runtime/tools/canonical.ts';
import { definitionKey } from '../../../src/runtime/tools/pins/definition-key.ts';
import { ask, initialize, listen, modern } from '../http/support/visitor.ts';
import { memory } from '../support/gateway-with.ts';
import { hasRedis, type RedisServer, startRedis } from './support/redis.ts';
import { replicas } from './support/replicas.ts';

const args = [fileURLToPath(new URL('../servers/talkative.mjs', import.meta.url)), 'legacy'];
const server = { name: 'box', server: { command: process.execPath, args } };
const list = { jsonrpc: '2.0', id: 4, method: 'tools/list' };

/** Texts that no replica writes. */
const bad = [
  '',
  'garbage',
  'null',
  '5',
  '[]',
  '{}',
  '{"clientInfo":null,"capabilities":null}',
  '{"server":{},"replica":5}',
];

describe.skipIf(!hasRedis)('a store that others have written to (redis-server)', () => {
  let redis: RedisServer;
  beforeAll(async () => {
    redis = await startRedis();
  });
  afterAll(async () => redis.close());

  test('damaged sessions are unknown, and good ones stay', async () => {
    const [one, two] = await replicas(redis.url, [server]);
    const headers = await initialize(one.door);
    const key = await redis.command('keys', `*:session:{${headers['mcp-session-id']}}`);
    const good = await redis.command('hget', key, 'client');
    for (const text of bad.slice(1)) {
      await redis.command('hset', key, 'client', text);
      expect([text, (await ask(two.door, { headers, body: list })).status]).toEqual([text, 404]);
    }
    await redis.command('hset', key, 'client', good);
    expect((await ask(two.door, { headers, body: list })).status).toBe(200);
    const channel = `${key.split(':session:')[0]}:to:all`;
    const session = headers['mcp-session-id'];
    const changes = [
      undefined,
      null,
      5,
      { set: { client: 5 } },
      { set: { client: 'null' } },
      { set: 5 },
      { remove: 5 },
    ];
    for (const change of changes)
      await redis.command('publish', channel, JSON.stringify({ kind: 'session-change', session, change }));
    for (const text of bad) await redis.command('publish', channel, text);
    await redis.command('publish', channel, JSON.stringify({ kind: 'request', text: '{"jsonrpc":"2.0","result":{}}' }));
    for (const { door } of [one, two]) expect((await ask(door, { headers, body: list })).json.result).toBeDefined();
  });

  test('a stream with damaged events is resumed and ended', async () => {
    const [one] = await replicas(redis.url, [server]);
    const headers = await initialize(one.door, '2025-11-25');
    const session = await redis.command('keys', `*:session:{${headers['mcp-session-id']}}`);
    const events = session.replace(':session:', ':events:');
    for (const ids of [...bad, '[{},null,7]'])
      await redis.command(
        'xadd',
        events,
        '*',
        'stream',
        '000000000000.1',
        'number',
        'x',
        'text',
        'garbage',
        'ids',
        ids,
      );
    const stream = await listen(one.door, {
      method: 'GET',
      headers: { ...headers, 'last-event-id': '000000000000.1-0' },
    });
    const seen = [];
    for (let event = await stream.next(); event; event = await stream.next()) seen.push(event.data);
    expect(seen.filter(Boolean).map((data) => (JSON.parse(data) as { id: unknown }).id)).toEqual([7]);
  });

  test('damaged tasks, limits and lists are neither believed nor fatal', async () => {
    const [one, two] = await replicas(redis.url, [server]);
    const { tools } = (await ask(one.door, modern('tools/list'))).json.result;
    await expect.poll(async () => redis.command('keys', '*:lists:*')).toContain(':lists:');
    const [start = ''] = (await redis.command('keys', '*:lists:*')).split('\n').at(-1)?.split(':lists:') ?? [];
    for (const text of bad) {
      await redis.command('set', `${start}:task:{x}`, text);
      const answer = await ask(two.door, modern('tasks/get', { taskId: 'x' }));
      expect([text, answer.json.error !== undefined]).toEqual([text, true]);
      expect(await two.state.shared?.tasks.find('x')).toBeUndefined();
    }
    await redis.command('set', `${start}:failures:{x}`, 'garbage');
    expect(await two.state.values('failures', memory()).read('x')).toBeUndefined();
    for (const left of ['nan', '-1e300', 'garbage']) {
      await redis.command('hset', `${start}:limit:{${left}}`, 'left', left, 'at', left);
      expect(await one.state.take(left, { perSecond: 1, burst: 5 })).toBeLessThanOrEqual(1);
    }
    for (const key of (await redis.command('keys', `${start}:lists:*`)).split('\n')) {
      const stored = JSON.parse(await redis.command('get', key)) as { items: unknown[] };
      const items = [...stored.items, {}, { name: 5 }, { name: {} }];
      await redis.command('set', key, JSON.stringify({ ...stored, items }));
    }
    const key = hashOf([server.name, definitionKey(server)]);
    await redis.command(
      'publish',
      `${start}:to:all`,
      JSON.stringify({ kind: 'lists', server: 'box', key, kinds: ['tools'] }),
    );
    expect((await ask(two.door, modern('tools/list'))).json.result.tools).toHaveLength(tools.length);
  });
});

test('only a message is passed on as the reply of another replica', () => {
  const sent: BusMessage[] = [];
  const bus = { send: async (_: string, message: BusMessage) => sent.push(message) > 0 };
  const awaited = new AwaitedReplies({ bus } as unknown as SharedState);
  const answers: unknown[] = [];
  const reply = { answer: (...words: unknown[]) => answers.push(words) } as unknown as ReplySink;
  const receive = (message: object): void => {
    awaited.ask('other', { kind: 'request' }, reply, () => answers.push('lost'));
    awaited.receive({ kind: 'reply', op: 'answer', key: sent.at(-1)?.['key'], ...message });
  };
  receive({ text: 'garbage' });
  receive({ text: '{"jsonrpc":"2.0","id":1,"result":{}}\r\n{"x":1}' });
  receive({ text: '{"jsonrpc":"2.0","id":1,"result":{}}', status: 'x' });
  receive({ text: '{"jsonrpc":"2.0","id":1,"result":{}}', status: 404 });
  awaited.stop();
  const good = '{"jsonrpc":"2.0","id":1,"result":{}}';
  expect(answers).toEqual(['lost', 'lost', [good, 200], [good, 404]]);
});
