import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { machine, program } from './support/machine.ts';
import { run } from './support/run-program.ts';
import { serving } from './support/serving.ts';

const talkative = fileURLToPath(new URL('../gateway/servers/talkative.mjs', import.meta.url));
const entry = (name: string): object => ({ command: process.execPath, args: [talkative, 'legacy', name] });
// oxlint-disable-next-line typescript/no-explicit-any -- answers of any shape
const names = ({ result }: any): string[] => result.tools.map(({ name }: { name: string }) => name);

test('servers of all assistants behind one endpoint, which is not one of them', async () => {
  const itself = { command: process.execPath, args: [program, 'serve'] };
  const here = machine({
    '~/.cursor/mcp.json': JSON.stringify({ mcpServers: { one: entry('one'), plugboard: itself } }),
    '~/.config/plugboard/plugboard.json': JSON.stringify({ servers: { two: entry('two') } }),
    '.mcp.json': JSON.stringify({ mcpServers: { stranger: entry('stranger') } }),
  });
  const first = await serving(here, ['--deny', '*_ask']);
  const listed = names(await first.request('tools/list'));
  expect(listed).toEqual(expect.arrayContaining(['mcp_one_echo', 'mcp_two_echo']));
  expect(listed.filter((name) => /stranger|plugboard|ask/.test(name))).toEqual([]);
  const called = await first.request('tools/call', { name: 'mcp_two_echo', arguments: { a: 1 } });
  expect(JSON.stringify(called)).toContain(String.raw`\"own\":\"two\"`);
  expect(await first.end()).toBe(0);
  expect(first.stderr()).toMatch(/stranger: The server needs approval\. plugboard approve [0-9a-f]{8}/);
  const second = await serving(here, ['--client', 'cursor', '--only', 'two', '--names', 'plain']);
  expect(names(await second.request('tools/list'))).toEqual(expect.arrayContaining(['echo', 'ask']));
  expect((await second.request('tools/call', { name: 'mcp_one_echo' })).error).toMatchObject({ code: -32602 });
  expect(await second.end()).toBe(0);
});

test('options narrow a profile and never widen it, in every style of names', async () => {
  const servers = { one: entry('one'), two: entry('two'), three: entry('three') };
  const profiles = { p: { servers: ['one', 'two'], tools: { one: { allow: ['e*'] }, two: { deny: ['ask'] } } } };
  const here = machine({ '~/.config/plugboard/plugboard.json': JSON.stringify({ servers, profiles }) });
  const listed = async (...flags: string[]): Promise<string[]> => {
    const gateway = await serving(here, ['--profile', 'p', ...flags]);
    const found = names(await gateway.request('tools/list')).toSorted();
    await gateway.end();
    return found;
  };
  expect(await listed('--allow', '*_ask', '--allow', '*_echo')).toEqual(['mcp_one_echo', 'mcp_two_echo']);
  expect(await listed('--only', 'one', '--deny', 'end*', '--names', 'plain')).toEqual(['echo']);
});

test('a server that no file defines is reported', () => {
  expect(run(['serve', '--only', 'gone']).stderr).toContain('gone is not served');
});

test.each([
  ['--names', 'odd'],
  ['--search', 'maybe'],
  ['--idle', '-1'],
  ['--from', 'nobody'],
  ['--client', 'a?only=b'],
])('%s %s is a mistake', (...flags) => {
  expect(run(['serve', ...flags]).code).toBe(2);
});
