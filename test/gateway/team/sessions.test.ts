import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { HttpFront } from '../../../src/gateway/http/serve-http.ts';
import type { ServerToRun } from '../../../src/runtime/types.ts';
import { ask, initialize, listen, type Message, modern, type Stream } from '../http/support/visitor.ts';
import { hasRedis, type RedisServer, startRedis } from './support/redis.ts';
import { replicas } from './support/replicas.ts';

const program = fileURLToPath(new URL('../servers/talkative.mjs', import.meta.url));
const talkative: ServerToRun = { name: 'box', server: { command: process.execPath, args: [program, 'legacy'] } };

type Headers = Record<string, string>;

const call = (
  door: HttpFront,
  headers: Headers,
  name: string,
  more: object = {},
  id: number | string = 7,
): Promise<Message> =>
  ask(door, {
    headers,
    body: { jsonrpc: '2.0', id, method: 'tools/call', params: { name: `mcp_box_${name}`, arguments: {}, ...more } },
  });

/** A session of a client that can be asked, opened at this replica. */
async function asked(door: HttpFront): Promise<Headers> {
  const params = {
    protocolVersion: '2025-11-25',
    capabilities: { elicitation: {} },
    clientInfo: { name: 'test', version: '1' },
  };
  const answer = await ask(door, { body: { jsonrpc: '2.0', id: 0, method: 'initialize', params } });
  return { 'mcp-session-id': String(answer.headers['mcp-session-id']), 'mcp-protocol-version': '2025-11-25' };
}

async function heard(stream: Stream, isIt: (message: Message) => boolean): Promise<Message> {
  for (;;) {
    const event = await stream.next();
    if (!event) throw new Error('The stream has ended.');
    const message: Message = JSON.parse(event.data);
    if (isIt(message)) return message;
  }
}

describe.skipIf(!hasRedis)('a legacy session at two replicas (redis-server)', () => {
  let redis: RedisServer;
  beforeAll(async () => {
    redis = await startRedis();
  });
  afterAll(async () => redis.close());

  test('is served by both, and ended at both', async () => {
    const [one, two] = await replicas(redis.url, [talkative]);
    const headers = await initialize(one.door, '2025-11-25');
    for (const { door } of [two, one, two]) {
      const answer = await call(door, headers, 'echo', { arguments: { a: 1 } });
      expect([answer.status, answer.json?.result?.content?.[0]?.text]).toEqual([200, expect.stringContaining('"a":1')]);
    }
    expect((await ask(two.door, { method: 'DELETE', headers })).status).toBe(204);
    expect((await call(two.door, headers, 'echo')).status).toBe(404);
    await expect.poll(async () => (await call(one.door, headers, 'echo')).status).toBe(404);
  });

  test('keeps its view', async () => {
    const [one, two] = await replicas(redis.url, [talkative]);
    const headers = await initialize(one.door, '2025-11-25', '/mcp/cursor?deny=*echo*');
    const body = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
    const listed = await ask(two.door, { headers, path: '/mcp/cursor?deny=*echo*', body });
    expect(listed.json.result.tools.map(({ name }: Message) => name)).not.toContain('mcp_box_echo');
    expect((await ask(two.door, { headers, body })).status).toBe(404);
  });

  test('answers a server at whichever replica the answer arrives', async () => {
    const [one, two] = await replicas(redis.url, [talkative]);
    const headers = await asked(one.door);
    const stream = await listen(one.door, {
      headers,
      body: { jsonrpc: '2.0', id: 5, method: 'tools/call', params: { name: 'mcp_box_ask', arguments: {} } },
    });
    const question = await heard(stream, ({ method }) => method === 'elicitation/create');
    const answer = { jsonrpc: '2.0', id: question.id, result: { action: 'accept', content: { name: 'Ada' } } };
    expect((await ask(two.door, { headers, body: answer })).status).toBe(202);
    const result = await heard(stream, ({ id }) => id === 5);
    expect(result.result.content[0].text).toContain('Ada');
  });

  test('cancels a call at the other replica', async () => {
    const [one, two] = await replicas(redis.url, [talkative]);
    const headers = await initialize(one.door, '2025-11-25');
    const running = call(one.door, headers, 'endless');
    await expect.poll(() => one.gateway.health().servers[0]?.inFlight).toBe(1);
    const body = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 7 } };
    expect((await ask(two.door, { headers, body })).status).toBe(202);
    expect((await running).events).toEqual([]);
    expect(one.gateway.health().servers[0]?.inFlight).toBe(0);
  });

  test('hears of changes on a stream at the other replica', async () => {
    const [one, two] = await replicas(redis.url, [talkative]);
    const headers = await initialize(one.door, '2025-11-25');
    const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
    const before = await ask(one.door, { headers, body: list });
    const stream = await listen(two.door, { method: 'GET', headers });
    await call(one.door, headers, 'grow');
    const count = async (): Promise<number> => (await ask(two.door, { headers, body: list })).json.result.tools.length;
    // The first one may be about lists that the other replica had not known at all.
    do await heard(stream, ({ method }) => method === 'notifications/tools/list_changed');
    while ((await count()) === before.json.result.tools.length);
    expect(await count()).toBe(before.json.result.tools.length + 1);
  });

  test('resumes a stream at the other replica', async () => {
    const [one, two] = await replicas(redis.url, [talkative]);
    const headers = await initialize(one.door, '2025-11-25');
    const stream = await listen(one.door, {
      headers,
      body: {
        jsonrpc: '2.0',
        id: 9,
        method: 'tools/call',
        params: { name: 'mcp_box_progress', arguments: {}, _meta: { progressToken: 'p' } },
      },
    });
    const first = await stream.next();
    expect(first?.id).toMatch(/^[\da-f]{12}\.\d+-\d+$/);
    stream.drop();
    const again = await listen(two.door, { method: 'GET', headers: { ...headers, 'last-event-id': first?.id } });
    const result = await heard(again, ({ id }) => id === 9);
    expect(result.result).toBeDefined();
    expect(await again.next()).toBeUndefined();
  });

  test('gets what a lost replica has sent, and a retryable error for the rest', async () => {
    const [one, two] = await replicas(redis.url, [talkative]);
    const headers = await initialize(one.door, '2025-11-25');
    const params = { name: 'mcp_box_endless', arguments: {}, _meta: { progressToken: 'p' } };
    const stream = await listen(one.door, {
      headers,
      body: { jsonrpc: '2.0', id: 'last', method: 'tools/call', params },
    });
    const first = await stream.next();
    await stream.next();
    // Events are stored without waiting for it.
    const stored = async () => two.state.shared?.events.read(headers['mcp-session-id'] ?? '');
    await expect.poll(async () => (await stored())?.some(({ text }) => text !== '')).toBe(true);
    // The other replica can no longer reach it.
    await one.state.close();
    stream.drop();
    const again = await listen(two.door, { method: 'GET', headers: { ...headers, 'last-event-id': first?.id } });
    const second = await again.next();
    expect(JSON.parse(second?.data ?? '').method).toBe('notifications/progress');
    const failed = await heard(again, ({ id }) => id === 'last');
    expect(failed.error.data).toEqual({ reason: 'replica-lost', retryable: true });
    expect(await again.next()).toBeUndefined();
  });

  test('learns of lists that may have changed while no replica had its stream', async () => {
    const [one, two] = await replicas(redis.url, [talkative]);
    const headers = await initialize(one.door, '2025-11-25');
    await ask(one.door, { headers, body: { jsonrpc: '2.0', id: 1, method: 'tools/list' } });
    await listen(one.door, { method: 'GET', headers });
    const home = async (): Promise<unknown> => {
      const record = await two.state.shared?.sessions.read(headers['mcp-session-id'] ?? '');
      return typeof record === 'object' ? record['home'] : undefined;
    };
    await expect.poll(home).toBe(one.state.shared?.replica);
    await one.state.close();
    const stream = await listen(two.door, { method: 'GET', headers });
    await heard(stream, ({ method }) => method === 'notifications/tools/list_changed');
  });

  test('sets the log level of both', async () => {
    const [one, two] = await replicas(redis.url, [talkative]);
    const headers = await initialize(one.door, '2025-11-25');
    await call(two.door, headers, 'echo');
    const body = { jsonrpc: '2.0', id: 2, method: 'logging/setLevel', params: { level: 'error' } };
    expect((await ask(one.door, { headers, body })).json.result).toEqual({});
    await expect
      .poll(async () => (await call(two.door, headers, 'level')).json.result.content[0].text)
      .toContain('"level":"error"');
  });
});

describe.skipIf(!hasRedis)('modern requests at two replicas (redis-server)', () => {
  let redis: RedisServer;
  beforeAll(async () => {
    redis = await startRedis();
  });
  afterAll(async () => redis.close());

  test('continue a call that waits for input at the other replica', async () => {
    const [one, two] = await replicas(redis.url, [talkative]);
    const withElicitation = (params: object): ReturnType<typeof modern> => {
      const { headers, body } = modern('tools/call', { name: 'mcp_box_ask', arguments: {}, ...params });
      const sent = structuredClone(body) as Message;
      sent.params['_meta']['io.modelcontextprotocol/clientCapabilities'] = { elicitation: {} };
      return { headers, body: sent };
    };
    const first = await ask(one.door, withElicitation({}));
    const { resultType, requestState, inputRequests } = first.json.result;
    expect(resultType).toBe('input_required');
    const inputResponses = { [String(Object.keys(inputRequests)[0])]: { action: 'accept', content: { name: 'Ada' } } };
    const second = await ask(two.door, withElicitation({ requestState, inputResponses }));
    expect(second.json?.result?.content?.[0]?.text).toContain('Ada');
  });

  test('touch the store only for limits', async () => {
    const commands = async (): Promise<number> => {
      const info = await redis.command('info', 'commandstats');
      const named = info
        .split('\n')
        .filter((line) => !/cmdstat_(?:info|publish|subscribe|client|hello|ping)/.test(line));
      return named.reduce((sum, line) => sum + Number(/calls=(\d+)/.exec(line)?.[1] ?? 0), 0);
    };
    const [plain] = await replicas(redis.url, [talkative]);
    const callEcho = async (door: HttpFront): Promise<number> =>
      (await ask(door, modern('tools/call', { name: 'mcp_box_echo', arguments: {} }))).status;
    expect(await callEcho(plain.door)).toBe(200);
    // The lists of the server are stored and read by the other replica first.
    let before = Number.NaN;
    const isQuiet = async (): Promise<boolean> => {
      const last = before;
      before = await commands();
      return last === before;
    };
    await expect.poll(isQuiet, { interval: 200 }).toBe(true);
    for (let index = 0; index < 20; index += 1) expect(await callEcho(plain.door)).toBe(200);
    expect(await commands()).toBe(before);
    const [one, two] = await replicas(redis.url, [talkative], { limits: { perToken: { perSecond: 0.001, burst: 6 } } });
    const statuses: number[] = [];
    for (let index = 0; index < 8; index += 1) statuses.push(await callEcho([one, two][index % 2]?.door as HttpFront));
    expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 429, 429]);
  });
});
