import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import type { JsonObject, JsonRpcMessage } from '../../../src/gateway/session/session.ts';
import type { ServerToRun } from '../../../src/runtime/types.ts';
import { gatewayWith, greeted, memory, modern, namesIn } from '../support/gateway-with.ts';

const program = fileURLToPath(new URL('../servers/talkative.mjs', import.meta.url));
const talkative = (name: string): ServerToRun => ({
  name,
  server: { command: process.execPath, args: [program, 'legacy', name] },
});
const changed = ({ method }: JsonRpcMessage): boolean => method === 'notifications/tools/list_changed';

test('each client sees its own servers, tools and names, and reaches nothing else', async () => {
  const gateway = gatewayWith([talkative('one'), talkative('two')]);
  const all = await greeted(gateway);
  const one = await greeted(gateway, {}, 'cursor?only=one,nobody&deny=*_ask');
  const plain = await greeted(gateway, {}, 'codex?only=two&allow=echo&names=plain');
  const searching = await greeted(gateway, {}, 'zed?search=on&deny=*two*');
  expect(namesIn(await all.request('tools/list'))).toEqual(
    expect.arrayContaining(['mcp_one_ask', 'mcp_one_echo', 'mcp_two_echo']),
  );
  const names = namesIn(await one.request('tools/list'));
  expect(names).toContain('mcp_one_echo');
  expect(names.filter((name) => /two|ask/.test(name))).toEqual([]);
  expect(namesIn(await plain.request('tools/list'))).toEqual(['echo']);
  expect(namesIn(await searching.request('tools/list'))).toEqual(['mcp_search_tools', 'mcp_call_tool']);
  const refused = { code: -32602, message: expect.stringMatching(/^Unknown tool: mcp_/) as string };
  for (const name of ['mcp_one_ask', 'mcp_two_echo']) {
    expect((await one.request('tools/call', { name })).error).toMatchObject(refused);
  }
  const call = { name: 'mcp_call_tool', arguments: { name: 'mcp_two_echo' } };
  expect((await searching.request('tools/call', call)).error).toMatchObject(refused);
  const find = { name: 'mcp_search_tools', arguments: { query: 'echo', limit: 50 } };
  expect(JSON.stringify(await searching.request('tools/call', find))).not.toContain('mcp_two');
  expect((await plain.request('tools/call', { name: 'echo' })).error).toBeUndefined();
  expect(namesIn(await one.request('prompts/list'), 'prompts')).toEqual(['mcp_one_greet']);
  expect((await one.request('prompts/get', { name: 'mcp_two_greet' })).error).toMatchObject({ code: -32602 });
  expect(namesIn(await one.request('resources/list'), 'resources')).toEqual(['one', 'only']);
  // There is only one server it can be for, and that is not the one with the address.
  const read = (await one.request('resources/read', { uri: 'two://only' })).result as JsonObject;
  expect(read['contents']).toEqual([{ uri: 'two://only', text: 'one' }]);
  const complete = { ref: { type: 'ref/prompt', name: 'mcp_two_greet' }, argument: { name: 'a', value: '' } };
  expect((await one.request('completion/complete', complete)).error).toMatchObject({ code: -32602 });
  const hello = (await one.request('server/discover', modern())).result as JsonObject;
  expect(hello['instructions']).toBe('Use one.');
});

test('changes and server notifications reach the clients that see the server', async () => {
  const gateway = gatewayWith([talkative('one'), talkative('two')], { pins: memory() });
  const [one, two] = [await greeted(gateway, {}, 'a?only=one'), await greeted(gateway, {}, 'b?only=two')];
  for (const client of [one, two]) await client.request('tools/list');
  await one.request('tools/call', { name: 'mcp_one_grow' });
  await one.hears(changed);
  expect(namesIn(await one.request('tools/list'))).toContain('mcp_one_grown');
  await one.request('tools/call', { name: 'mcp_one_log' });
  await one.hears(({ method }) => method === 'notifications/message');
  await one.request('tools/call', { name: 'mcp_one_rewrite' });
  await expect.poll(async () => namesIn(await one.request('tools/list'))).not.toContain('mcp_one_about');
  expect((await one.request('tools/call', { name: 'mcp_one_about' })).error).toMatchObject({
    data: { reason: 'definition-changed' },
  });
  expect(two.heard).toEqual([]);
  await two.request('tools/call', { name: 'mcp_two_grow' });
  await two.hears(changed);
});

test('no view is wider than what the gateway itself was given', async () => {
  const view = { servers: ['one', 'two'], tools: { deny: ['mcp_one_echo', '*_ask'] } };
  const gateway = gatewayWith([talkative('one'), talkative('two'), talkative('three')], { view });
  const client = await greeted(gateway, {}, 'c?only=one,three&allow=echo&allow=ask&allow=log&names=plain');
  // By other names the same tools are denied.
  expect(namesIn(await client.request('tools/list'))).toEqual(['log']);
  for (const name of ['echo', 'ask', 'mcp_three_echo']) {
    expect((await client.request('tools/call', { name })).error).toMatchObject({ code: -32602 });
  }
});

test('servers outside every view are neither started nor waited for', async () => {
  const silent = { name: 'silent', server: { command: process.execPath, args: ['-e', 'process.stdin.resume()'] } };
  const gateway = gatewayWith([talkative('one'), silent]);
  const client = await greeted(gateway, {}, 'c?only=one');
  expect(namesIn(await client.request('tools/list'))).toContain('mcp_one_echo');
  expect((await client.request('tools/call', { name: 'mcp_silent_x' })).error).toMatchObject({ code: -32602 });
  expect(gateway.health().servers[1]).toMatchObject({ name: 'silent', state: 'idle' });
});

test('however many views there are, they work, also those that were forgotten', async () => {
  const gateway = gatewayWith([talkative('one')]);
  const first = await greeted(gateway, {}, 'c?deny=none');
  const listed = namesIn(await first.request('tools/list'));
  for (let number = 0; number < 100; number += 1) {
    const client = await greeted(gateway, {}, `c?allow=mcp_one_echo&deny=${number}`);
    expect(namesIn(await client.request('tools/list'))).toEqual(['mcp_one_echo']);
    await client.session.close();
  }
  expect(namesIn(await first.request('tools/list'))).toEqual(listed);
});

test('an invalid view opens nothing', () => {
  const gateway = gatewayWith([]);
  expect(() => gateway.open({ send: () => {} }, { view: 'c?odd=1' })).toThrow('Unknown view parameter "odd"');
  expect(gateway.health().sessions).toBe(0);
});
