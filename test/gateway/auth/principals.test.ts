import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { GatewayEvent, JsonObject } from '../../../src/gateway/session/session.ts';
import type { ServerToRun } from '../../../src/runtime/types.ts';
import { answerAll, scriptedGateway } from '../http/support/scripted-gateway.ts';
import { ask, listen, type Message, modern, TOKEN } from '../http/support/visitor.ts';
import { gatewayWith } from '../support/gateway-with.ts';
import { bearer, frontWithTokens, initializeAs, memoryTokens } from './support/tokens.ts';

const call = (id: number, method = 'tools/call', params: object = {}): object => ({
  jsonrpc: '2.0',
  id,
  method,
  params,
});
const tasking = (name: string, era: string): ServerToRun => ({
  name,
  server: {
    command: process.execPath,
    args: [fileURLToPath(new URL('../servers/tasking.mjs', import.meta.url)), era, name],
  },
});

describe('a session belongs to its principal', () => {
  it.each(['POST', 'GET', 'DELETE'])('so with its id another one gets 404 for %s', async (method) => {
    const [gateway, store] = [scriptedGateway(), memoryTokens()];
    const [alice, bob] = [await store.issue('alice'), await store.issue('bob')];
    const door = await frontWithTokens(gateway, store);
    const own = await initializeAs(door, alice);
    for (const other of [bob, TOKEN]) {
      const headers = { ...own, ...bearer(other), 'last-event-id': '0-0' };
      const stolen = await ask(door, { method, headers, ...(method === 'POST' && { body: call(1) }) });
      expect(stolen.status).toBe(404);
    }
    expect(gateway.sessions[0]).toMatchObject({ isClosed: false, received: [{ method: 'initialize' }] });
    const headers = { ...own, ...bearer(alice) };
    expect((await ask(door, { headers, body: call(1) })).status).toBe(200);
  });

  it('and so does one of the local token', async () => {
    const [gateway, store] = [scriptedGateway(), memoryTokens()];
    const alice = await store.issue('alice');
    const door = await frontWithTokens(gateway, store);
    const own = await initializeAs(door);
    expect((await ask(door, { headers: { ...own, ...bearer(alice) }, body: call(1) })).status).toBe(404);
    expect((await ask(door, { headers: own, body: call(1) })).status).toBe(200);
  });

  it('and its responses, cancellations and resumed streams do not reach another one', async () => {
    const gateway = scriptedGateway((message, session) => {
      if (message.method !== 'slow') answerAll(message, session);
      else session.send({ method: 'notifications/message', params: { data: 'secret of alice' } }, message.id ?? 0);
    });
    const store = memoryTokens();
    const [alice, bob] = [await store.issue('alice'), await store.issue('bob')];
    const door = await frontWithTokens(gateway, store);
    const own = await initializeAs(door, alice, '2025-11-25');
    const stream = await listen(door, { headers: { ...own, ...bearer(alice) }, body: call(7, 'slow') });
    const event = await stream.next();
    expect(event?.data).toContain('secret of alice');
    const steal = { ...own, ...bearer(bob), 'last-event-id': String(event?.id) };
    expect((await ask(door, { method: 'GET', headers: steal })).status).toBe(404);
    const cancel = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 7 } };
    expect((await ask(door, { headers: { ...own, ...bearer(bob) }, body: cancel })).status).toBe(404);
    // Nor with a session of its own.
    const his = await initializeAs(door, bob);
    const resumed = await ask(door, { method: 'GET', headers: { ...his, ...bearer(bob), 'last-event-id': '1-1' } });
    expect(resumed.text).not.toContain('secret');
    stream.drop();
  });

  it('also in the modern era, where each principal has a session of its own', async () => {
    const [gateway, store] = [scriptedGateway(), memoryTokens()];
    const [alice, bob] = [await store.issue('alice'), await store.issue('bob', { view: '?only=one' })];
    const door = await frontWithTokens(gateway, store);
    for (const token of [alice, bob, TOKEN, alice]) {
      const { headers, body } = modern('tools/list');
      await ask(door, { headers: { ...headers, ...bearer(token) }, body });
    }
    expect(gateway.sessions.map(({ options }) => options.principal)).toEqual(['token:alice', 'token:bob', undefined]);
  });
});

describe('each principal', () => {
  it('has its own rate limit', async () => {
    const store = memoryTokens();
    const [alice, bob] = [await store.issue('alice'), await store.issue('bob')];
    const limits = { rate: { perSecond: 0.001, burst: 2 } };
    const door = await frontWithTokens(scriptedGateway(), store, { limits });
    const status = async (token: string): Promise<number> => {
      const { headers, body } = modern('tools/list');
      return (await ask(door, { headers: { ...headers, ...bearer(token) }, body })).status;
    };
    expect([await status(alice), await status(alice), await status(alice)]).toEqual([200, 200, 429]);
    expect([await status(bob), await status(TOKEN)]).toEqual([200, 200]);
  });

  it('is named in events, audit and metrics', async () => {
    const store = memoryTokens();
    const alice = await store.issue('alice');
    const gateway = gatewayWith([tasking('one', 'modern')]);
    const events: GatewayEvent[] = [];
    gateway.onEvent((event) => events.push(event));
    const door = await frontWithTokens(gateway, store);
    const { headers, body } = modern('tools/call', { name: 'mcp_one_work', arguments: {} });
    expect((await ask(door, { headers: { ...headers, ...bearer(alice) }, body })).json.result.content).toBeDefined();
    expect(events).toContainEqual(expect.objectContaining({ kind: 'call', principal: 'token:alice', item: 'work' }));
    expect(events).toContainEqual(expect.objectContaining({ kind: 'session', principal: 'token:alice' }));
    const { text } = await ask(door, { method: 'GET', path: '/metrics' });
    expect(text).toContain('plugboard_principal_calls_total{principal="token:alice",outcome="ok"} 1');
  });
});

describe.each(['legacy', 'modern'] as const)('tasks of the %s era', (era) => {
  it('belong to the principal that created them, also after its session is closed', async () => {
    const store = memoryTokens();
    const [alice, bob] = [await store.issue('alice'), await store.issue('bob')];
    const door = await frontWithTokens(gatewayWith([tasking('one', era)]), store);
    const as = async (token: string): Promise<(method: string, params: JsonObject) => Promise<Message>> => {
      const session = era === 'legacy' ? await initializeAs(door, token, '2025-11-25') : {};
      return async (method, params) => {
        const sent = era === 'legacy' ? { headers: {}, body: call(1, method, params) } : withTasks(method, params);
        const headers = { ...sent.headers, ...session, ...bearer(token) };
        return (await ask(door, { headers, body: sent.body })).json;
      };
    };
    const [askAlice, askBob, askLocal] = [await as(alice), await as(bob), await as(TOKEN)];
    const { result } = await askAlice('tools/call', { name: 'mcp_one_work', arguments: {}, task: {} });
    const taskId = String(result.taskId ?? result.task.taskId);
    expect((await askAlice('tasks/get', { taskId })).result).toMatchObject({ taskId, status: 'working' });
    for (const other of [askBob, askLocal]) {
      for (const method of ['tasks/get', 'tasks/cancel', ...(era === 'legacy' ? ['tasks/result'] : ['tasks/update'])])
        expect((await other(method, { taskId })).error).toMatchObject({ code: -32_602 });
      if (era === 'legacy')
        expect((await other('tasks/list', {})).result.tasks.map((task: Message) => task.taskId)).not.toContain(taskId);
    }
    // What the gateway does not know could be anyone's, as after a restart.
    expect((await askBob('tasks/get', { taskId: 'kept-by-one' })).error).toMatchObject({ code: -32_602 });
    expect((await askLocal('tasks/get', { taskId: 'kept-by-one' })).result).toMatchObject({ taskId: 'kept-by-one' });
    if (era === 'legacy') {
      const again = await as(alice);
      expect((await again('tasks/get', { taskId })).result).toMatchObject({ taskId });
    } else {
      const { headers, body } = withTasks('subscriptions/listen', { notifications: { taskIds: [taskId] } });
      const stream = await listen(door, { headers: { ...headers, ...bearer(bob) }, body });
      const acknowledged: Message = JSON.parse((await stream.next())?.data ?? '{}');
      expect(acknowledged.params.notifications.taskIds).toEqual([]);
      stream.drop();
    }
  });
});

function withTasks(method: string, params: JsonObject): ReturnType<typeof modern> {
  const { headers, body } = modern(method, params);
  const message = body as Message;
  message.params['_meta']['io.modelcontextprotocol/clientCapabilities'] = {
    extensions: { 'io.modelcontextprotocol/tasks': {} },
  };
  const { taskId } = params;
  return { headers: { ...headers, ...(typeof taskId === 'string' && { 'mcp-name': taskId }) }, body };
}
