import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { readTools } from '../../src/runtime/tools/listed-tool.ts';
import { pinsOf, writePins } from '../../src/runtime/tools/pins/pins.ts';
import type { KeyValueCache, ServerToRun } from '../../src/runtime/types.ts';
import { gatewayWith, greeted, memory, namesIn } from './support/gateway-with.ts';

const program = fileURLToPath(new URL('servers/talkative.mjs', import.meta.url));
const toolbox = fileURLToPath(new URL('../cli/runtime/servers/toolbox.mjs', import.meta.url));
const one: ServerToRun = { name: 'one', server: { command: process.execPath, args: [program, 'legacy', 'one'] } };

/** What an earlier run has left behind of a server that said something else about its first tool. */
async function earlier(server = one): Promise<{ cache: KeyValueCache; pins: KeyValueCache }> {
  const [cache, pins] = [memory(), memory()];
  await (await greeted(gatewayWith([server], { cache }))).request('tools/list');
  await expect.poll(() => cache.values.size).toBeGreaterThan(0);
  for (const [key, value] of cache.values) {
    const old = JSON.parse(JSON.stringify(value).replaceAll('Says what it is.', 'Said what it was.'));
    cache.values.set(key, old);
    if (JSON.stringify(old).includes('Said')) await writePins(pins, server, pinsOf(readTools(old.items).tools));
  }
  return { cache, pins };
}

test('a call waits until a server that was just started has said what its tools are', async () => {
  const gateway = gatewayWith([one], await earlier());
  const client = await greeted(gateway);
  expect(namesIn(await client.request('tools/list'))).toContain('mcp_one_about');
  expect(gateway.health().servers[0]).toMatchObject({ state: 'idle', quarantined: [] });
  const calls = ['mcp_one_about', 'mcp_one_echo', 'mcp_one_about'].map(async (name) =>
    client.request('tools/call', { name }),
  );
  const refused = { error: { data: { tool: 'about', reason: 'definition-changed' } } };
  const [first, second, third] = await Promise.all(calls);
  expect([first, third]).toMatchObject([refused, refused]);
  expect(second?.error).toBeUndefined();
  expect(gateway.health().servers[0]).toMatchObject({ quarantined: ['about'], links: 1 });
});

test('a call whose caller has left is not made', async () => {
  const gateway = gatewayWith([one], await earlier());
  const client = await greeted(gateway);
  void client.request('tools/call', { name: 'mcp_one_grow' }, 'gone');
  client.tell({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 'gone' } });
  expect((await client.request('tools/call', { name: 'mcp_one_echo' })).error).toBeUndefined();
  expect(namesIn(await client.request('tools/list'))).not.toContain('mcp_one_grown');
});

test('a server that cannot be started is a reason, and the next call tries again', async () => {
  const link = join(mkdtempSync(join(homedir(), 'server-')), 'server.mjs');
  symlinkSync(program, link);
  const server = { name: 'one', server: { command: process.execPath, args: [link, 'legacy', 'one'], retries: 0 } };
  const known = await earlier(server);
  rmSync(link);
  const client = await greeted(gatewayWith([server], known));
  for (let count = 0; count < 2; count += 1) {
    expect((await client.request('tools/call', { name: 'mcp_one_echo' })).error).toMatchObject({ code: -32603 });
  }
  symlinkSync(program, link);
  expect((await client.request('tools/call', { name: 'mcp_one_echo' })).error).toBeUndefined();
});

test('after another start it is looked at again', async () => {
  const tools = join(mkdtempSync(join(homedir(), 'server-')), 'tools.json');
  const say = (description: string): void => writeFileSync(tools, JSON.stringify({ add: { description } }));
  const server = { command: process.execPath, args: [toolbox], env: { TOOLS_FILE: tools } };
  say('Adds.');
  const client = await greeted(gatewayWith([{ name: 'box', server }], { pins: memory() }));
  const add = async (): Promise<unknown> =>
    (await client.request('tools/call', { name: 'mcp_box_add', arguments: { a: 1, b: 2 } })).error;
  expect(await add()).toBeUndefined();
  expect((await client.request('tools/call', { name: 'mcp_box_crash' })).error).toBeDefined();
  expect(await add()).toBeUndefined();
  say('Adds, and tells somebody.');
  expect((await client.request('tools/call', { name: 'mcp_box_crash' })).error).toBeDefined();
  expect(await add()).toMatchObject({ data: { reason: 'definition-changed' } });
});
