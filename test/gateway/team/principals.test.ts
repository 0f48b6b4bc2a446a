import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { NamedTokens } from '../../../src/gateway/auth/named-tokens.ts';
import type { HttpFront } from '../../../src/gateway/http/serve-http.ts';
import { openState } from '../../../src/gateway/state/open-state.ts';
import { bearer, initializeAs, type MemoryTokens, memoryTokens } from '../auth/support/tokens.ts';
import { ask, front, type Message, modern, TOKEN } from '../http/support/visitor.ts';
import { gatewayWith } from '../support/gateway-with.ts';
import { hasRedis, type RedisServer, startRedis } from './support/redis.ts';

const program = fileURLToPath(new URL('../servers/tasking.mjs', import.meta.url));
const box = { name: 'box', server: { command: process.execPath, args: [program, 'modern', 'box'] } };

describe.skipIf(!hasRedis)('principals at two replicas (redis-server)', () => {
  let redis: RedisServer;
  beforeAll(async () => {
    redis = await startRedis();
  });
  afterAll(async () => redis.close());

  async function replica(store: MemoryTokens): Promise<HttpFront> {
    const state = await openState(redis.url);
    onTestFinished(async () => state.close());
    const tokens = new NamedTokens(store);
    await tokens.start();
    const gateway = gatewayWith([box], { state });
    const door = await front(gateway, { auth: { namedToken: (text) => tokens.verify(text) } });
    onTestFinished(async () => tokens.close());
    return door;
  }

  test('a session is taken over for its principal only', async () => {
    const store = memoryTokens();
    const [alice, bob] = [await store.issue('alice', { view: '?only=box' }), await store.issue('bob')];
    const [one, two] = [await replica(store), await replica(store)];
    const own = await initializeAs(one, alice, '2025-11-25');
    const body = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} };
    for (const other of [bob, TOKEN]) {
      for (const method of ['POST', 'GET', 'DELETE']) {
        const headers = { ...own, ...bearer(other), 'last-event-id': '0-0' };
        expect((await ask(two, { method, headers, ...(method === 'POST' && { body }) })).status).toBe(404);
      }
    }
    expect((await ask(two, { headers: own, body })).status).toBe(200);
    expect((await ask(one, { headers: own, body })).status).toBe(200);
  });

  test('a task is found at the other replica by its principal only', async () => {
    const store = memoryTokens();
    const [alice, bob] = [await store.issue('alice'), await store.issue('bob')];
    const [one, two] = [await replica(store), await replica(store)];
    const request = async (
      door: HttpFront,
      token: string,
      method: string,
      params: Record<string, unknown>,
    ): Promise<Message> => {
      const { headers, body } = modern(method, params);
      const message = body as Message;
      message.params['_meta']['io.modelcontextprotocol/clientCapabilities'] = {
        extensions: { 'io.modelcontextprotocol/tasks': {} },
      };
      const { taskId } = params;
      const named = { ...headers, ...(typeof taskId === 'string' && { 'mcp-name': taskId }) };
      return (await ask(door, { headers: { ...named, ...bearer(token) }, body })).json;
    };
    const begun = await request(one, alice, 'tools/call', { name: 'mcp_box_work', arguments: {} });
    const taskId = String(begun.result.taskId);
    expect((await request(two, alice, 'tasks/get', { taskId })).result).toMatchObject({ taskId, status: 'working' });
    for (const door of [one, two]) {
      for (const other of [bob, TOKEN])
        expect((await request(door, other, 'tasks/get', { taskId })).error).toMatchObject({ code: -32_602 });
    }
  });
});
