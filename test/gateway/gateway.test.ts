import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import type { GatewayEvent, JsonObject, JsonRpcMessage } from '../../src/gateway/session/session.ts';
import type { Permission, ServerToRun } from '../../src/runtime/types.ts';
import { clientOf, gatewayWith, greeted, memory, modern, namesIn } from './support/gateway-with.ts';

const program = fileURLToPath(new URL('servers/talkative.mjs', import.meta.url));

function talkative(name: string, era: 'legacy' | 'modern' = 'legacy', more: JsonObject = {}): ServerToRun {
  return { name, server: { command: process.execPath, args: [program, era, name], ...more } };
}

const dead: ServerToRun = {
  name: 'dead',
  server: { command: process.execPath, args: ['-e', 'process.exit(3)'], retries: 0 },
};
const hung: ServerToRun = {
  name: 'hung',
  server: { command: process.execPath, args: ['-e', 'process.stdin.resume()'] },
};

function textOf({ result, error }: JsonRpcMessage): unknown {
  if (error !== undefined) return error;
  const { content } = result as { content: { text: string }[] };
  const text = content[0]?.text ?? '';
  return text.startsWith('{') ? (JSON.parse(text) as unknown) : text;
}

describe.each(['legacy', 'modern'] as const)('a server of the %s era', (era) => {
  test('for a client of the older era', async () => {
    const client = await greeted(gatewayWith([talkative('one', era)]), { elicitation: {} });
    expect(namesIn(await client.request('tools/list'))).toContain('mcp_one_echo');
    const called = await client.request('tools/call', { name: 'mcp_one_echo', arguments: { a: 1 } }, 'text id');
    expect(called.id).toBe('text id');
    expect(textOf(called)).toMatchObject({ own: 'one', args: { a: 1 } });
    expect((await client.request('tools/call', { name: 'mcp_one_strange' })).result).toMatchObject({
      content: [{ type: 'hologram', beams: 3 }],
      'x-unknown': { deep: [1, { a: null }] },
    });
    expect((await client.request('tools/call', { name: 'mcp_one_fail' })).error).toEqual({
      code: -32055,
      message: 'no',
      data: { why: ['because'] },
    });
    const params = { name: 'mcp_one_progress', _meta: { progressToken: 'mine', 'a/b': 1 } };
    await client.request('tools/call', params);
    const steps = client.heard.filter(({ method }) => method === 'notifications/progress');
    expect(steps.map((step) => step.params)).toEqual(
      [1, 2, 3].map((progress) => ({ progressToken: 'mine', progress, 'x-more': progress })),
    );
    client.onAsk = () => ({ result: { action: 'accept', content: { name: 'Ada' } } });
    expect(textOf(await client.request('tools/call', { name: 'mcp_one_ask' }))).toMatchObject({
      content: { name: 'Ada' },
    });
  });

  test('for a client of the modern era', async () => {
    // Its instructions are in the answer only if it has been started by then.
    const gateway = gatewayWith([talkative('one', era)], { limits: { helloMs: 60_000 } });
    const client = clientOf(gateway);
    const hello = await client.request('server/discover', modern());
    expect(hello.result).toMatchObject({ supportedVersions: ['2026-07-28'], instructions: 'Use one.', ttlMs: 0 });
    const list = await client.request('tools/list', modern());
    expect(list.result).toMatchObject({ resultType: 'complete', cacheScope: 'private' });
    const can = { elicitation: {} };
    const call = { name: 'mcp_one_ask', arguments: {} };
    const first = await client.request('tools/call', modern(call, can));
    expect(first.result).toMatchObject({ resultType: 'input_required' });
    const { inputRequests, requestState } = first.result as Record<string, JsonObject>;
    const [key = ''] = Object.keys(inputRequests as JsonObject);
    const inputResponses = { [key]: { action: 'accept', content: { name: 'Ada' } } };
    const second = await client.request('tools/call', modern({ ...call, inputResponses, requestState }, can));
    expect(second.result).toMatchObject({ resultType: 'complete' });
    expect(textOf(second)).toMatchObject({ content: { name: 'Ada' } });
    void client.request('subscriptions/listen', modern({ notifications: { toolsListChanged: true } }), 'sub');
    await client.request('tools/call', modern({ name: 'mcp_one_grow' }, can));
    const changed = await client.hears(({ method }) => method === 'notifications/tools/list_changed');
    expect(changed.params?.['_meta']).toEqual({ 'io.modelcontextprotocol/subscriptionId': 'sub' });
    expect(namesIn(await client.request('tools/list', modern()))).toContain('mcp_one_grown');
  });

  test('an unknown protocol version is rejected', async () => {
    const client = clientOf(gatewayWith([talkative('one', era)]));
    const { error } = await client.request('tools/list', {
      _meta: {
        'io.modelcontextprotocol/protocolVersion': '2030-01-01',
        'io.modelcontextprotocol/clientCapabilities': {},
      },
    });
    expect(error).toMatchObject({ code: -32022, data: { supported: ['2026-07-28'] } });
  });
});

test('several servers, resources and prompts', async () => {
  const client = await greeted(gatewayWith([talkative('one'), talkative('two', 'modern')]));
  expect(namesIn(await client.request('prompts/list'), 'prompts')).toEqual(['mcp_one_greet', 'mcp_two_greet']);
  const prompt = await client.request('prompts/get', { name: 'mcp_two_greet' });
  expect(prompt.result).toMatchObject({ messages: [{ content: { text: 'two greet' } }] });
  expect(namesIn(await client.request('resources/list'), 'resources')).toEqual(['one', 'only', 'only']);
  const read = async (uri: string): Promise<unknown> => (await client.request('resources/read', { uri })).result;
  expect(await read('two://only')).toMatchObject({ contents: [{ text: 'two' }] });
  expect(await read('two://t/5')).toMatchObject({ contents: [{ text: 'two' }] });
  expect(await read('shared://one')).toMatchObject({ contents: [{ text: 'one' }] });
  expect((await client.request('resources/read', { uri: 'no://where' })).error).toMatchObject({ code: -32002 });
  const completion = await client.request('completion/complete', {
    ref: { type: 'ref/prompt', name: 'mcp_two_greet' },
    argument: { name: 'x', value: '' },
  });
  expect(completion.result).toMatchObject({ completion: { values: ['two', 'greet'] } });
  await client.request('resources/subscribe', { uri: 'one://only' });
  expect((await client.hears(({ method }) => method === 'notifications/resources/updated')).params).toEqual({
    uri: 'one://only',
  });
  expect((await client.request('custom/method')).error).toMatchObject({ code: -32601 });
  expect((await client.request('tools/call', { name: 'mcp_three_echo' })).error).toMatchObject({ code: -32602 });
});

test('what only one server can mean goes there, whatever it is', async () => {
  const client = await greeted(gatewayWith([talkative('one')], { view: { names: 'plain' } }));
  expect(namesIn(await client.request('tools/list'))).toContain('echo');
  expect((await client.request('custom/method', { a: 1 })).result).toEqual({ custom: { a: 1 } });
});

test('plain names, except where they would be the same', async () => {
  const filtered = talkative('two', 'legacy', { tools: { allow: ['echo', 'about'], deny: ['about'] } });
  const client = await greeted(
    gatewayWith([talkative('one'), filtered], { view: { names: 'plain', tools: { deny: ['l*'] } } }),
  );
  const names = namesIn(await client.request('tools/list'));
  expect(names).toEqual(expect.arrayContaining(['mcp_one_echo', 'mcp_two_echo', 'about', 'grow']));
  expect(names.filter((name) => /about|^l/.test(name))).toEqual(['about']);
});

test('log levels reach servers that start later, and cancellations are forwarded', async () => {
  const cache = memory();
  const first = await greeted(gatewayWith([talkative('one')], { cache }));
  await first.request('tools/list');
  const client = await greeted(gatewayWith([talkative('one')], { cache }));
  await client.request('logging/setLevel', { level: 'warning' });
  void client.request('tools/call', { name: 'mcp_one_slow' }, 'waits');
  await client.request('tools/call', { name: 'mcp_one_log' });
  expect(client.heard.find(({ method }) => method === 'notifications/message')?.params).toEqual({
    level: 'error',
    data: 'heard',
  });
  client.tell({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 'waits' } });
  const told = textOf(await client.request('tools/call', { name: 'mcp_one_level' })) as JsonObject;
  expect(told['level']).toBe('warning');
  expect(told['cancelled']).toHaveLength(1);
});

test('large messages pass as they are', async () => {
  const client = await greeted(gatewayWith([talkative('one')]));
  const { length } = JSON.stringify(
    (await client.request('tools/call', { name: 'mcp_one_large', arguments: { size: 3_000_000 } })).result,
  );
  expect(length).toBeGreaterThan(3_000_000);
  const filler = 'ü"\\'.repeat(100_000);
  const answer = await client.request('tools/call', {
    name: 'mcp_one_echo',
    arguments: { filler, n: [1, { a: null }] },
  });
  expect(textOf(answer)).toMatchObject({ args: { filler, n: [1, { a: null }] } });
});

test('dead and hanging servers delay no client, and are named', async () => {
  const gateway = gatewayWith([talkative('one'), dead, hung], { limits: { firstListMs: 20_000, helloMs: 0 } });
  const isDead = new Promise<void>((done) => {
    gateway.onEvent((event) => event.kind === 'server' && event.state === 'failed' && done());
  });
  const client = await greeted(gateway);
  expect(namesIn(await client.request('tools/list'))).toContain('mcp_one_echo');
  await isDead;
  const found = gateway.health().servers.find(({ name }) => name === 'dead');
  expect(found).toMatchObject({ tools: 0, reason: 'The server exited with code 3.' });
});

test('a server that ends during a call is an answer, and it is started again for the next', async () => {
  const client = await greeted(gatewayWith([talkative('one')]));
  await client.request('tools/list');
  expect((await client.request('tools/call', { name: 'mcp_one_end' })).error).toMatchObject({
    code: -32603,
    message: 'one: The server exited with code 3.',
  });
  expect(textOf(await client.request('tools/call', { name: 'mcp_one_echo' }))).toMatchObject({ own: 'one' });
});

test('a call ends although its server reports progress without end', async () => {
  const gateway = gatewayWith([talkative('one')], { limits: { callMs: 50, longestCallMs: 200 } });
  const client = await greeted(gateway);
  await client.request('tools/list');
  const params = { name: 'mcp_one_endless', _meta: { progressToken: 'mine' } };
  expect((await client.request('tools/call', params)).error).toMatchObject({ data: { reason: 'timeout' } });
});

test('progress that no one asked for does not extend a call', async () => {
  const client = await greeted(gatewayWith([talkative('one')], { limits: { callMs: 50 } }));
  await client.request('tools/list');
  expect((await client.request('tools/call', { name: 'mcp_one_endless' })).error).toMatchObject({
    data: { reason: 'timeout' },
  });
});

test('calls that take too long, and idle connections, end', async () => {
  const gateway = gatewayWith([talkative('one')], { limits: { callMs: 50, idleMs: 50 } });
  const client = await greeted(gateway);
  await client.request('tools/list');
  const isIdle = new Promise<void>((done) => {
    gateway.onEvent((event) => event.kind === 'server' && event.state === 'idle' && done());
  });
  expect((await client.request('tools/call', { name: 'mcp_one_slow' })).error).toMatchObject({
    data: { reason: 'timeout' },
  });
  await isIdle;
  expect(gateway.health().servers[0]).toMatchObject({ state: 'idle', links: 0, errors: 1 });
});

test('cached lists are answered without starting a server', async () => {
  const cache = memory();
  const before = await greeted(gatewayWith([talkative('one')], { cache }));
  const names = namesIn(await before.request('tools/list'));
  await before.request('prompts/list');
  const gateway = gatewayWith([talkative('one')], { cache });
  const client = await greeted(gateway);
  expect(namesIn(await client.request('tools/list'))).toEqual(names);
  expect(namesIn(await client.request('prompts/list'), 'prompts')).toEqual(['mcp_one_greet']);
  expect(gateway.health().servers[0]).toMatchObject({ state: 'idle', links: 0 });
});

test('a tool that changed since its approval is neither listed nor called until it is approved', async () => {
  const [cache, pins] = [memory(), memory()];
  const gateway = gatewayWith([talkative('one')], { cache, pins });
  const events: GatewayEvent[] = [];
  gateway.onEvent((event) => events.push(event));
  const client = await greeted(gateway);
  expect(namesIn(await client.request('tools/list'))).toContain('mcp_one_about');
  const accepted = structuredClone([...pins.values]);
  await client.request('tools/call', { name: 'mcp_one_rewrite' });
  await client.hears(({ method }) => method === 'notifications/tools/list_changed');
  expect(namesIn(await client.request('tools/list'))).not.toContain('mcp_one_about');
  expect(gateway.health().servers[0]?.quarantined).toEqual(['about']);
  expect(events).toContainEqual({ kind: 'quarantine', server: 'one', tools: ['about'] });
  const refused = await client.request('tools/call', { name: 'mcp_one_about' });
  expect(refused.error).toMatchObject({ code: -32602, data: { tool: 'about', reason: 'definition-changed' } });
  expect((refused.error as JsonObject)['message']).toContain('plugboard reload one --accept');
  expect([...pins.values]).toEqual(accepted);
  // Like an acceptance: the first list is accepted.
  pins.values.clear();
  expect(textOf(await client.request('tools/call', { name: 'mcp_one_about' }))).toBe('about');
});

test('what waits for approval is not started and not offered, and is offered as soon as it is approved', async () => {
  const cache = memory();
  await (await greeted(gatewayWith([talkative('one')], { cache }))).request('tools/list');
  let answer: Permission = 'pending';
  const gateway = gatewayWith([talkative('one')], { cache, permission: async () => answer });
  const client = await greeted(gateway);
  expect(namesIn(await client.request('tools/list'))).toEqual([]);
  expect(gateway.health().servers[0]).toMatchObject({ state: 'needs-approval', tools: 0, links: 0 });
  expect(gateway.health().servers[0]?.tip).toContain('plugboard approve');
  answer = 'approved';
  await gateway.replace([talkative('one')]);
  await client.hears(({ method }) => method === 'notifications/tools/list_changed');
  expect(namesIn(await client.request('tools/list'))).toContain('mcp_one_echo');
});

test('with a new set of servers, unchanged ones keep running', async () => {
  const gateway = gatewayWith([talkative('one'), talkative('two')]);
  const client = await greeted(gateway);
  await client.request('tools/list');
  await client.request('tools/call', { name: 'mcp_one_grow' });
  await client.hears(({ method }) => method === 'notifications/tools/list_changed');
  await gateway.replace([talkative('one'), talkative('three')]);
  const names = namesIn(await client.request('tools/list'));
  expect(names).toEqual(expect.arrayContaining(['mcp_one_grown', 'mcp_three_echo']));
  expect(names.some((name) => name.startsWith('mcp_two'))).toBe(false);
});

test('each client that accepts requests has its own connection; for the others, requests are rejected', async () => {
  const gateway = gatewayWith([talkative('one')]);
  const [ada, bob, nobody] = [
    await greeted(gateway, { elicitation: {} }),
    await greeted(gateway, { elicitation: {} }),
    await greeted(gateway),
  ];
  for (const [client, name] of [
    [ada, 'Ada'],
    [bob, 'Bob'],
  ] as const) {
    client.onAsk = () => ({ result: { action: 'accept', content: { name } } });
  }
  const asked = async (client: typeof ada): Promise<unknown> =>
    textOf(await client.request('tools/call', { name: 'mcp_one_ask' }));
  expect(await Promise.all([asked(ada), asked(bob), asked(nobody)])).toMatchObject([
    { content: { name: 'Ada' } },
    { content: { name: 'Bob' } },
    'declined',
  ]);
  expect(gateway.health().servers[0]?.links).toBe(3);
  await ada.session.close();
  expect(gateway.health()).toMatchObject({ sessions: 2, servers: [{ links: 2 }] });
});

test('two tools instead of many', async () => {
  const client = await greeted(gatewayWith([talkative('one')], { view: { search: 'auto' }, searchAbove: 50 }));
  expect(namesIn(await client.request('tools/list'))).toEqual(['mcp_search_tools', 'mcp_call_tool']);
  const found = await client.request('tools/call', {
    name: 'mcp_search_tools',
    arguments: { query: 'echoes', limit: 1 },
  });
  const [tool] = JSON.parse((textOf(found) as string) ?? '[]') as JsonObject[];
  expect(tool ?? {}).toMatchObject({ name: 'mcp_one_echo', inputSchema: { type: 'object' } });
  const called = await client.request('tools/call', {
    name: 'mcp_call_tool',
    arguments: { name: 'mcp_one_echo', arguments: { a: 1 } },
  });
  expect(textOf(called)).toMatchObject({ args: { a: 1 } });
});

test('events are reported without message contents', async () => {
  const gateway = gatewayWith([talkative('one')]);
  const events: GatewayEvent[] = [];
  gateway.onEvent((event) => events.push(event));
  const client = await greeted(gateway);
  await client.request('tools/call', { name: 'mcp_one_echo', arguments: { secret: 'hush' } });
  const ended = events.find(({ kind }) => kind === 'call');
  expect(ended).toMatchObject({ method: 'tools/call', server: 'one', item: 'echo', outcome: 'ok' });
  expect(JSON.stringify(events)).not.toContain('hush');
});

test('sizes of calls are in bytes, not in characters', async () => {
  const gateway = gatewayWith([talkative('one')]);
  const sizes: [bytesIn: number, bytesOut: number][] = [];
  gateway.onEvent((event) => event.kind === 'call' && sizes.push([event.bytesIn, event.bytesOut]));
  const client = await greeted(gateway);
  // Ids of one digit, so that only the text differs.
  for (const text of ['xxxx', 'é漢😀'])
    await client.request('tools/call', { name: 'mcp_one_echo', arguments: { text } });
  const [[inAscii, outAscii] = [0, 0], other] = sizes;
  expect(Buffer.byteLength('é漢😀') - 'xxxx'.length).toBe(5);
  expect(other).toEqual([inAscii + 5, outAscii + 5]);
});

test('a call that ended while its client was asked is answered when the client goes on', async () => {
  const client = clientOf(gatewayWith([talkative('one')]));
  const capabilities = { elicitation: {} };
  await client.request('tools/list', modern({}, capabilities));
  const asked = await client.request('tools/call', modern({ name: 'mcp_one_ask', arguments: {} }, capabilities));
  const { requestState } = asked.result as JsonObject;
  await client.request('tools/call', modern({ name: 'mcp_one_end', arguments: {} }, capabilities));
  const answers = { question: { action: 'accept', content: { name: 'me' } } };
  const params = { name: 'mcp_one_ask', arguments: {}, requestState, inputResponses: answers };
  const late = await client.request('tools/call', modern(params, capabilities));
  expect(late.error).toMatchObject({ code: -32603, data: { server: 'one' } });
});

test('a second request with the id of one in flight is refused', async () => {
  const client = await greeted(gatewayWith([talkative('one')]));
  await client.request('tools/list');
  void client.request('tools/call', { name: 'mcp_one_slow' }, 'same');
  expect((await client.request('tools/call', { name: 'mcp_one_echo' }, 'same')).error).toMatchObject({ code: -32600 });
});
