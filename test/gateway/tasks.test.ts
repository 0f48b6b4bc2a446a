import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import type { JsonObject, JsonRpcMessage } from '../../src/gateway/session/session.ts';
import { TaskTable } from '../../src/gateway/tasks/task-table.ts';
import type { UpstreamLink } from '../../src/gateway/upstream/upstream-link.ts';
import type { Upstream } from '../../src/gateway/upstream/upstream.ts';
import type { ServerToRun } from '../../src/runtime/types.ts';
import { ask as visit, front, modern as request } from './http/support/visitor.ts';
import { clientOf, gatewayWith, greeted, memory, modern, type TestClient } from './support/gateway-with.ts';

const program = fileURLToPath(new URL('servers/tasking.mjs', import.meta.url));
const TASKS = 'io.modelcontextprotocol/tasks';
const RELATED = 'io.modelcontextprotocol/related-task';
const capabilities = { extensions: { [TASKS]: {} } };

function tasking(name: string, era: 'legacy' | 'modern'): ServerToRun {
  return { name, server: { command: process.execPath, args: [program, era, name] } };
}

const both = (era: 'legacy' | 'modern'): ServerToRun[] => [tasking('one', era), tasking('two', era)];

type Ask = (method: string, params?: JsonObject) => Promise<JsonRpcMessage>;

/** Requests as a client of the era writes them. */
function asking(client: TestClient, era: 'legacy' | 'modern'): Ask {
  return async (method, params = {}) =>
    client.request(method, era === 'modern' ? modern(params, capabilities) : params);
}

/** The id of a task that was begun. */
async function begun(ask: Ask, server: string, more: JsonObject = {}): Promise<string> {
  const { result } = await ask('tools/call', { name: `mcp_${server}_work`, arguments: {}, task: {}, ...more });
  const { taskId, task } = result as { taskId?: string; task?: { taskId: string } };
  return String(taskId ?? task?.taskId);
}

const finish = async (ask: Ask, server: string): Promise<JsonRpcMessage> =>
  ask('tools/call', { name: `mcp_${server}_finish`, arguments: { taskId: 'task-1' } });

describe.each(['legacy', 'modern'] as const)('tasks of the %s era', (era) => {
  test('are found at the server that has made them, also when two have used the same id', async () => {
    const gateway = gatewayWith(both(era));
    const client = era === 'legacy' ? await greeted(gateway) : clientOf(gateway);
    const ask = asking(client, era);
    const [one, two] = [await begun(ask, 'one'), await begun(ask, 'two')];
    expect(one).toBe('task-1');
    expect(two).toMatch(/^task-1-./);
    const told = async (taskId: string): Promise<unknown> => (await ask('tasks/get', { taskId })).result;
    expect(await told(one)).toMatchObject({ taskId: one, statusMessage: 'one', status: 'working' });
    expect(await told(two)).toMatchObject({ taskId: two, statusMessage: 'two', status: 'working' });
    await ask('tasks/update', { taskId: two, inputResponses: { a: { b: 1 } } });
    await ask('tasks/cancel', { taskId: two });
    expect(await told(two)).toMatchObject({ status: 'cancelled', statusMessage: 'two was told {"a":{"b":1}}' });
    expect(await told(one)).toMatchObject({ status: 'working', statusMessage: 'one' });
    expect((await ask('tasks/get', { taskId: 'task-9' })).error).toMatchObject({ code: -32602 });
    // As after the gateway was started anew.
    expect(await told('kept-by-two')).toMatchObject({ taskId: 'kept-by-two', statusMessage: 'two' });
  });

  test('are announced by the gateway when a server does, also when that is not running', async () => {
    const cache = memory();
    const hello = async (servers: ServerToRun[]): Promise<JsonObject> => {
      const client = clientOf(gatewayWith(servers, { cache, limits: { helloMs: 60_000 } }));
      const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1' } };
      const { result } = await (era === 'legacy'
        ? client.request('initialize', params)
        : client.request('server/discover', modern()));
      return (result as { capabilities: JsonObject }).capabilities;
    };
    const expected =
      era === 'legacy'
        ? { tasks: { list: {}, cancel: {}, requests: { tools: { call: {} } } } }
        : { extensions: { [TASKS]: {} } };
    expect(await hello([tasking('one', era)])).toMatchObject(expected);
    expect(await hello([tasking('one', era)])).toMatchObject(expected);
    const other = await hello([tasking('one', era === 'legacy' ? 'modern' : 'legacy')]);
    expect(other['tasks']).toBeUndefined();
  });

  test('keep the connection they live on while they are under way', async () => {
    const gateway = gatewayWith(both(era), { limits: { idleMs: 50 } });
    const isIdle = async (server: string): Promise<void> =>
      new Promise((done) => {
        gateway.onEvent((event) => {
          if (event.kind === 'server' && event.server === server && event.state === 'idle') done();
        });
      });
    const client = era === 'legacy' ? await greeted(gateway) : clientOf(gateway);
    const ask = asking(client, era);
    const taskId = await begun(ask, 'one');
    const twoIdle = isIdle('two');
    // Used later than the other, so that its time is over later.
    await ask('tools/call', { name: 'mcp_two_finish', arguments: { taskId: 'kept-by-two' } });
    await twoIdle;
    expect((await ask('tasks/get', { taskId })).result).toMatchObject({ status: 'working' });
    const oneIdle = isIdle('one');
    await ask('tasks/cancel', { taskId });
    // In the older era the answer says how it stands.
    if (era === 'modern') await ask('tasks/get', { taskId });
    await oneIdle;
  });
});

describe('the older era', () => {
  test('all tasks in one list, the result when it is there, and progress until then', async () => {
    const client = await greeted(gatewayWith(both('legacy')));
    const ask = asking(client, 'legacy');
    const one = await begun(ask, 'one');
    const two = await begun(ask, 'two', { _meta: { progressToken: 'mine' } });
    const { result } = await ask('tasks/list');
    const { tasks } = result as { tasks: { taskId: string }[] };
    expect(tasks.map(({ taskId }) => taskId).toSorted()).toEqual([one, two, 'kept-by-one', 'kept-by-two'].toSorted());
    const answer = ask('tasks/result', { taskId: two });
    await finish(ask, 'two');
    expect((await answer).result).toMatchObject({ _meta: { [RELATED]: { taskId: two } } });
    const progress = client.heard.find(({ method }) => method === 'notifications/progress');
    expect(progress?.params).toEqual({ progressToken: 'mine', progress: 1, total: 1 });
  });

  test('the status of a task is reported to the client that started it, and to no other', async () => {
    const gateway = gatewayWith(both('legacy'));
    const [ada, bob] = [await greeted(gateway), await greeted(gateway)];
    const taskId = await begun(asking(ada, 'legacy'), 'one');
    await finish(asking(bob, 'legacy'), 'one');
    const status = await ada.hears(({ method }) => method === 'notifications/tasks/status');
    expect(status.params).toMatchObject({ taskId, status: 'completed' });
    expect(bob.heard).toEqual([]);
    const listed = JSON.stringify((await bob.request('tasks/list')).result);
    expect(listed).toContain('kept-by-one');
    expect(listed).not.toContain(`"${taskId}"`);
    await ada.session.close();
    expect(JSON.stringify((await bob.request('tasks/list')).result)).toContain(`"${taskId}"`);
  });

  test('clients with connections of their own have tasks of their own, and are asked about them', async () => {
    const gateway = gatewayWith([tasking('one', 'legacy')]);
    const clients = [await greeted(gateway, { elicitation: {} }), await greeted(gateway, { elicitation: {} })];
    const ids: string[] = [];
    for (const client of clients) {
      const ask = asking(client, 'legacy');
      const taskId = await begun(ask, 'one');
      ids.push(taskId);
      client.onAsk = ({ params }) => ({ result: { action: 'accept', _meta: params?.['_meta'] } });
      const { result } = await ask('tools/call', { name: 'mcp_one_confirm', arguments: { taskId: 'task-1' } });
      expect(client.heard.at(-1)?.params?.['_meta']).toEqual({ [RELATED]: { taskId } });
      expect(JSON.stringify(result)).toContain('task-1\\"');
      await ask('tasks/cancel', { taskId });
    }
    expect(new Set(ids).size).toBe(2);
    const statuses = clients.map((client) => client.heard.filter(({ method }) => method?.endsWith('/status')));
    expect(statuses.map((some) => some.map(({ params }) => params?.['taskId']))).toEqual(ids.map((id) => [id]));
  });
});

describe('the modern era', () => {
  test('the status of a task is reported to its subscribers', async () => {
    const gateway = gatewayWith(both('modern'));
    const [client, other] = [clientOf(gateway), clientOf(gateway)];
    const ask = asking(client, 'modern');
    await begun(ask, 'one');
    const taskId = await begun(ask, 'two');
    const wanted = { notifications: { taskIds: [taskId, 'task-9'] } };
    void client.request('subscriptions/listen', modern(wanted, capabilities), 'sub');
    void other.request('subscriptions/listen', modern({ notifications: {} }, capabilities), 'sub');
    const agreed = await client.hears(({ method }) => method === 'notifications/subscriptions/acknowledged');
    expect(agreed.params).toMatchObject({ notifications: { taskIds: [taskId] } });
    await finish(ask, 'one');
    await finish(ask, 'two');
    const { params } = await client.hears(({ method }) => method === 'notifications/tasks');
    expect(params).toMatchObject({ taskId, status: 'completed', statusMessage: 'two' });
    expect(params?.['_meta']).toEqual({ 'io.modelcontextprotocol/subscriptionId': 'sub' });
    for (const { heard } of [client, other]) {
      expect(heard.filter(({ method }) => method === 'notifications/tasks')).toHaveLength(
        heard === client.heard ? 1 : 0,
      );
    }
  });

  test('a wish for a task means nothing, and a server of the older era does not hear of it', async () => {
    const client = clientOf(gatewayWith([tasking('one', 'legacy')]));
    const call = modern({ name: 'mcp_one_work', arguments: {}, task: { ttl: 1 } }, capabilities);
    expect((await client.request('tools/call', call)).result).toMatchObject({ content: [{ text: '"done at once"' }] });
  });

  test('clients that do not declare tasks get none', async () => {
    const client = clientOf(gatewayWith(both('modern')));
    const missing = { code: -32021, data: { requiredCapabilities: { extensions: { [TASKS]: {} } } } };
    const call = await client.request('tools/call', modern({ name: 'mcp_one_work', arguments: {}, task: {} }));
    expect(call.result).toMatchObject({ resultType: 'complete', content: [{ text: '"done at once"' }] });
    expect((await client.request('tasks/get', modern({ taskId: 'task-9' }))).error).toMatchObject(missing);
    const listening = modern({ notifications: { taskIds: ['task-9'] } });
    expect((await client.request('subscriptions/listen', listening)).error).toMatchObject(missing);
    for (const method of ['tasks/list', 'tasks/result']) {
      expect((await client.request(method, modern({ taskId: 'x' }, capabilities))).error).toMatchObject({
        code: -32601,
      });
    }
  });
});

test('over HTTP, where requests know nothing of each other', async () => {
  const door = await front(gatewayWith(both('modern')));
  const send = async (
    method: string,
    params: JsonObject,
    name: string,
  ): Promise<{ result?: JsonObject; error?: JsonObject }> => {
    const { headers } = request(method, { name });
    const body = { jsonrpc: '2.0', id: 1, method, params: modern(params, capabilities) };
    return (await visit(door, { headers, body })).json as { result?: JsonObject; error?: JsonObject };
  };
  const begin = async (name: string): Promise<string> =>
    String((await send('tools/call', { name, arguments: {} }, name)).result?.['taskId']);
  const [one, two] = [await begin('mcp_one_work'), await begin('mcp_two_work')];
  expect(two).not.toBe(one);
  for (const [taskId, statusMessage] of [
    [one, 'one'],
    [two, 'two'],
  ] as const) {
    expect((await send('tasks/get', { taskId }, taskId)).result).toMatchObject({ taskId, statusMessage });
  }
  expect((await send('tasks/get', { taskId: two }, one)).error).toMatchObject({ code: -32020 });
});

test('completed and oldest tasks are dropped when there are too many', () => {
  const link = { usedAt: 0 } as UpstreamLink;
  const upstream = {
    toRun: { name: 'one', server: { url: 'http://127.0.0.1' } },
    links: [link],
  } as unknown as Upstream;
  const table = new TaskTable(2);
  for (const id of ['a', 'b']) table.record(upstream, link, { id, status: 'working' });
  table.record(upstream, link, { id: 'a', status: 'completed' });
  table.record(upstream, link, { id: 'c' });
  expect([...table.all()].map(({ name }) => name)).toEqual(['a', 'c']);
  const hours = performance.now() + 3 * 3_600_000;
  table.sweep(hours);
  expect([...table.all()].map(({ name }) => name)).toEqual(['c']);
  expect(link.usedAt).toBe(0);
  table.sweep(performance.now() + 1000);
  expect(link.usedAt).toBeGreaterThan(0);
});
