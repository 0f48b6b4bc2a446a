import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import type { JsonObject } from '../../../src/gateway/session/session.ts';
import type { ServerToRun } from '../../../src/runtime/types.ts';
import { ask, listen, type Message, modern } from '../http/support/visitor.ts';
import { gatewayWith } from '../support/gateway-with.ts';
import { bearer, frontWithTokens, initializeAs, memoryTokens } from './support/tokens.ts';

const program = fileURLToPath(new URL('../servers/talkative.mjs', import.meta.url));
const talkative = (name: string): ServerToRun => ({
  name,
  server: { command: process.execPath, args: [program, 'legacy', name] },
});

type Request = (method: string, params?: JsonObject, path?: string) => Promise<Message>;

/** Requests of both eras with the same token. */
async function requests(view: string): Promise<readonly [string, Request][]> {
  const store = memoryTokens();
  const token = await store.issue('alice', { view });
  const door = await frontWithTokens(gatewayWith([talkative('one'), talkative('two')]), store);
  const sessions = new Map<string, Record<string, string>>();
  const legacy: Request = async (method, params = {}, path = '/mcp') => {
    const body = { jsonrpc: '2.0', id: 1, method, params };
    if (!sessions.has(path)) {
      const opening = { ...bearer(token), 'mcp-protocol-version': '2025-11-25' };
      const greeting = {
        protocolVersion: '2025-11-25',
        capabilities: {},
        clientInfo: { name: 'test', version: '1' },
      };
      const opened = await ask(door, {
        path,
        headers: opening,
        body: { ...body, method: 'initialize', params: greeting },
      });
      sessions.set(path, { ...opening, 'mcp-session-id': String(opened.headers['mcp-session-id']) });
    }
    return (await ask(door, { path, headers: sessions.get(path) ?? {}, body })).json;
  };
  const stateless: Request = async (method, params = {}, path = '/mcp') => {
    const { headers, body } = modern(method, params);
    return (await ask(door, { path, headers: { ...headers, ...bearer(token) }, body })).json;
  };
  return [
    ['legacy', legacy],
    ['modern', stateless],
  ];
}

const names = (answer: Message, key = 'tools'): string[] =>
  answer.result[key].map((item: { name?: string; uri?: string }) => item.name ?? item.uri);

it('a token sees no more than its view, whatever its URL says', async () => {
  for (const [era, request] of await requests('?only=one&deny=*_ask')) {
    const urls = ['/mcp', '/mcp/x?only=one,two', '/mcp/x?only=two', '/mcp/x?allow=*', '/mcp/x?names=plain&allow=ask'];
    for (const path of urls) {
      const listed = names(await request('tools/list', {}, path));
      expect({ era, path, wrong: listed.filter((name) => /two|ask/.test(name)) }).toEqual({ era, path, wrong: [] });
      for (const name of ['mcp_two_echo', 'mcp_one_ask', 'ask', 'mcp_two_ask'])
        expect((await request('tools/call', { name }, path)).error).toMatchObject({ code: -32_602 });
      expect(names(await request('prompts/list', {}, path), 'prompts').join(' ')).not.toContain('two');
      expect((await request('prompts/get', { name: 'mcp_two_greet' }, path)).error).toMatchObject({ code: -32_602 });
      expect(JSON.stringify(await request('resources/list', {}, path))).not.toContain('two');
      const complete = { ref: { type: 'ref/prompt', name: 'mcp_two_greet' }, argument: { name: 'a', value: '' } };
      expect((await request('completion/complete', complete, path)).error).toMatchObject({ code: -32_602 });
      const { result, error } = await request('resources/read', { uri: 'two://only' }, path);
      // The only server that it can be for is one; it is never the other.
      expect(JSON.stringify(result ?? error)).not.toMatch(/"text":"two"/);
    }
    const search = '/mcp/x?search=on';
    const wrapped = { name: 'mcp_call_tool', arguments: { name: 'mcp_two_echo' } };
    expect((await request('tools/call', wrapped, search)).error).toMatchObject({ code: -32_602 });
    const find = { name: 'mcp_search_tools', arguments: { query: 'echo ask', limit: 50 } };
    expect(JSON.stringify(await request('tools/call', find, search))).not.toMatch(/mcp_two|_ask/);
    const hello = await request(era === 'modern' ? 'server/discover' : 'ping');
    expect(JSON.stringify(hello)).not.toContain('Use two.');
  }
});

it('a view with plain names filters the same tools under other names', async () => {
  for (const [, request] of await requests('?only=one&allow=echo&names=plain')) {
    expect(names(await request('tools/list'))).toEqual(['echo']);
    expect(names(await request('tools/list', {}, '/mcp/x?names=prefixed'))).toEqual(['mcp_one_echo']);
    expect((await request('tools/call', { name: 'mcp_one_ask' }, '/mcp/x?names=prefixed')).error).toBeDefined();
  }
});

it('a subscription and notifications stay within the view', async () => {
  const store = memoryTokens();
  const [alice, bob] = [await store.issue('alice', { view: '?only=one' }), await store.issue('bob')];
  const door = await frontWithTokens(gatewayWith([talkative('one'), talkative('two')]), store);
  const listing = modern('tools/list');
  // From then on, only changes are told.
  await ask(door, { headers: { ...listing.headers, ...bearer(bob) }, body: listing.body });
  const { headers, body } = modern('subscriptions/listen', {
    notifications: { toolsListChanged: true, resourceSubscriptions: ['two://only'] },
  });
  const hers = await listen(door, { headers: { ...headers, ...bearer(alice) }, body });
  const his = await listen(door, { headers: { ...headers, ...bearer(bob) }, body });
  const call = async (name: string): Promise<Message> => {
    const sent = modern('tools/call', { name, arguments: {} });
    return (await ask(door, { headers: { ...sent.headers, ...bearer(bob) }, body: sent.body })).json;
  };
  for (const stream of [hers, his]) expect((await stream.next())?.data).toContain('acknowledged');
  const changed = async (stream: typeof his): Promise<void> => {
    for (;;) if ((await stream.next())?.data.includes('tools/list_changed') !== false) return;
  };
  await call('mcp_two_grow');
  await changed(his);
  await call('mcp_one_grow');
  // Had she been told of the other server, this would have come first and the list would lack the new tool.
  await changed(hers);
  const listed = await ask(door, { headers: { ...listing.headers, ...bearer(alice) }, body: listing.body });
  expect(names(listed.json)).toContain('mcp_one_grown');
  for (const stream of [hers, his]) stream.drop();
});

it('a log message of a shared server does not reach another principal', async () => {
  const store = memoryTokens();
  const [alice, bob] = [await store.issue('alice'), await store.issue('bob')];
  const door = await frontWithTokens(gatewayWith([talkative('one')]), store);
  const [hers, his] = [await initializeAs(door, alice, '2025-11-25'), await initializeAs(door, bob, '2025-11-25')];
  const [herStream, hisStream] = [
    await listen(door, { method: 'GET', headers: hers }),
    await listen(door, { method: 'GET', headers: his }),
  ];
  const call = (name: string): object => ({
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name, arguments: {} },
  });
  const answer = await ask(door, { headers: hers, body: call('mcp_one_log') });
  expect(answer.text).toContain('notifications/message');
  for (const headers of [hers, his])
    await ask(door, { headers, body: { jsonrpc: '2.0', id: 2, method: 'tools/list', params: {} } });
  await ask(door, { headers: hers, body: call('mcp_one_grow') });
  // The first that he hears is the change of the list.
  expect((await hisStream.next())?.data).toContain('list_changed');
  for (const stream of [herStream, hisStream]) stream.drop();
});
