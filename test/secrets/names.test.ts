import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { Page } from '../api/support/page.ts';
import { machine } from '../cli/support/machine.ts';
import { serving } from '../cli/support/serving.ts';

const token = 'Correct.Horse+Battery9x';
const script = fileURLToPath(new URL('servers/named.mjs', import.meta.url));
const config = JSON.stringify({
  mcpServers: { box: { command: process.execPath, args: [script], env: { API_TOKEN: '${HELD}' } } },
});

/** In the letters that names for models have, too. */
const telling = /horse|battery/i;

test('commands show no name that holds a secret, nor one that was made of it', () => {
  const here = machine({ '~/.cursor/mcp.json': config });
  for (const args of [
    ['tools', 'box'],
    ['tools', 'box', '--verbose'],
    ['tools', 'box', '--json'],
    ['tools', 'box', `add_${token}`, '--json'],
    ['call', 'box', 'echo'],
    ['call', 'box', `add_${token}`],
    ['tokens', 'box', '--refresh', '--json'],
    ['prompts', 'box', '--json'],
    ['resources', 'box', '--json'],
    ['test', 'box', '--verbose'],
    ['reload', 'box', '--accept'],
    ['logs', '--calls', '--json'],
    ['logs', '--json'],
  ]) {
    const { stdout, stderr } = here.run(args, { env: { HELD: token } });
    expect([args.join(' '), stdout + stderr]).toEqual([args.join(' '), expect.not.stringMatching(telling)]);
  }
  const names = here.run(['tools', 'box', '--json'], { env: { HELD: token } }).stdout;
  expect(names).toContain('"tool": "add_••••••••"');
  expect(names).toContain('"name": "mcp_box_add"');
  const files = here.everything().filter((name) => !name.includes('.cursor'));
  for (const name of files)
    expect([name, readFileSync(here.path(name), 'utf8')]).not.toEqual([name, expect.stringMatching(telling)]);
});

test('the page shows none either', async () => {
  const page = new Page({ HELD: token });
  page.write('.cursor/mcp.json', config);
  await page.post('tests', { names: ['box'] });
  await expect.poll(async () => JSON.stringify((await page.get('tools/box')).body)).toContain('mcp_box_add');
  await page.get('tools');
  await page.get('servers/box');
  await page.get('context-cost');
  expect(page.replies.join('\n')).toContain('add_••••••••');
  expect(page.replies.join('\n')).not.toMatch(telling);
});

test('the gateway offers and calls such a tool under its name, and keeps and logs it masked', async () => {
  const here = machine({ '~/.cursor/mcp.json': config });
  const audit = here.path('audit.jsonl');
  const served = await serving({ ...here, env: { ...here.env, HELD: token } }, ['--audit', audit]);
  const { result } = await served.request('tools/list');
  const names = result.tools.map(({ name }: { name: string }) => name);
  expect(names).toContain('mcp_box_add_Correct_Horse_Battery9x');
  for (const name of names) await served.request('tools/call', { name, arguments: {} });
  await served.end();
  expect(served.stderr()).not.toMatch(telling);
  expect(readFileSync(audit, 'utf8')).toContain('add_••••••••');
  const files = here.everything().filter((name) => !name.includes('.cursor'));
  for (const name of files)
    expect([name, readFileSync(here.path(name), 'utf8')]).not.toEqual([name, expect.stringMatching(telling)]);
});
