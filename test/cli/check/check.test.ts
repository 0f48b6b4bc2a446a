import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { askInProcess } from '../support/in-process.ts';
import { machine, type Machine } from '../support/machine.ts';
import { printed } from './support/printed.ts';

const json = (value: unknown): string => `${JSON.stringify(value, undefined, 2)}\n`;
const pinned = { command: 'npx', args: ['-y', '@acme/server@1.2.3'] };
const clean = {
  'plugboard.json': json({ servers: { acme: { ...pinned, targets: ['claude-code', 'codex'] } } }),
  '.mcp.json': json({ mcpServers: { acme: pinned } }),
  '.codex/config.toml': '[mcp_servers.acme]\ncommand = "npx"\nargs = ["-y", "@acme/server@1.2.3"]\n',
};

async function codes(here: Machine): Promise<{ code: number | null; found: string[] }> {
  const { code, data } = await askInProcess(here, ['check']);
  const found = data.issues.map((one: { code: string }) => one.code);
  return { code, found: [...new Set<string>(found)].toSorted() };
}

test('a project in order has no issues', async () => {
  const { code, data } = await askInProcess(machine(clean), ['check']);
  expect([code, data]).toEqual([0, { files: 3, servers: 3, errors: 0, issues: [] }]);
});

test('a URL alone is enough in the catalog', async () => {
  const here = machine({ 'plugboard.json': json({ servers: { a: { url: 'https://mcp.example.com/mcp' } } }) });
  expect(await codes(here)).toEqual({ code: 0, found: [] });
});

test('an empty directory has none either', async () => {
  expect(await codes(machine())).toEqual({ code: 0, found: [] });
});

const secret = 'ghp_16C7e42F292c6912E7710c838347Ae178B4a';

test.each([
  ['a malformed file', { '.mcp.json': '{ "mcpServers": { ' }, 'syntax'],
  ['a malformed catalog', { 'plugboard.json': '{ "servers": [}' }, 'syntax'],
  ['an invalid entry', { '.mcp.json': json({ mcpServers: { acme: { args: [] } } }) }, 'command-missing'],
  ['drift', { '.mcp.json': json({ mcpServers: { acme: { ...pinned, env: { A: 'b' } } } }) }, 'sync-conflict'],
  ['a missing entry', { '.codex/config.toml': '' }, 'sync-drift'],
  [
    'an unpinned package',
    { '.vscode/mcp.json': json({ servers: { a: { command: 'npx', args: ['a'] } } }) },
    'package-unpinned',
  ],
  [
    'a plain secret',
    { '.vscode/mcp.json': json({ servers: { a: { command: 'node', env: { GITHUB_TOKEN: secret } } } }) },
    'plain-secret',
  ],
  [
    'a violated policy',
    { 'plugboard.policy.json': json({ rules: [{ id: 'no-npx', deny: { command: ['npx'] } }] }) },
    'policy-violated',
  ],
  ['an invalid policy', { 'plugboard.policy.json': json({ rulez: [] }) }, 'policy-invalid'],
])('%s is an issue', async (_, files, expected) => {
  const { code, found } = await codes(machine({ ...clean, ...files }));
  expect(code).toBe(6);
  expect(found).toContain(expected);
});

test('files of the user change nothing, and nothing is written', async () => {
  const here = machine({
    ...clean,
    '~/.cursor/mcp.json': '{ broken',
    '~/.claude.json': json({ mcpServers: { acme: { command: 'other', env: { GITHUB_TOKEN: secret } } } }),
    '~/.config/plugboard/plugboard.json': json({ servers: { mine: { command: 'x', targets: ['codex:project'] } } }),
  });
  const before = here.everything();
  expect(await codes(here)).toEqual({ code: 0, found: [] });
  expect(here.everything()).toEqual(before);
});

test('every format names the issue and never the secret', async () => {
  const entry = { command: 'node', args: ['x.js'], env: { GITHUB_TOKEN: secret } };
  const here = machine({ '.mcp.json': json({ mcpServers: { a: entry } }) });
  const github = await printed(here, here.project, 'github');
  expect(github.text).toMatch(/^::warning file=\.mcp\.json,line=9,.*title=plain-secret::/m);
  const sarif = await printed(here, here.project, 'sarif');
  const [result] = JSON.parse(sarif.text).runs[0].results;
  expect(result).toMatchObject({
    ruleId: 'plain-secret',
    locations: [{ physicalLocation: { region: { startLine: 9 } } }],
  });
  const data = JSON.parse((await printed(here, here.project, 'json')).text);
  expect(data).toMatchObject({ ok: false, data: { issues: [{ code: 'plain-secret', server: 'a' }] } });
  const text = await printed(here, here.project, 'text');
  expect(text.text).toContain('1 issue');
  for (const one of [github, sarif, text]) {
    expect(one.code).toBe(6);
    expect(one.text).not.toContain(secret);
  }
  expect((await printed(here, here.project, 'xml')).code).toBe(2);
  expect(readFileSync(here.path('.mcp.json'), 'utf8')).toContain(secret);
});
