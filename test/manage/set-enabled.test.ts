import { expect, it } from 'vitest';
import { rename } from '../../src/manage/rename.ts';
import { setEnabled } from '../../src/manage/set-enabled.ts';
import { applyPlan } from '../../src/store/write/apply-plan.ts';
import { target, workspace } from './support/workspace.ts';

const cursor =
  '{\n  // about x\n  "mcpServers": {\n    "x": { "command": "a" /* inside */ },\n    "y": { "command": "b" }\n  }\n}\n';

it.each([
  ['codex:user', '~/.codex/config.toml', '[mcp_servers.x] # mine\ncommand = "a"\n', /enabled = false/],
  [
    'opencode:project',
    'opencode.jsonc',
    '{ "mcp": { "x": { "type": "local", "command": ["a"] } } }',
    /"enabled": ?false/,
  ],
  [
    'gemini-cli:user',
    '~/.gemini/settings.json',
    '{ "mcpServers": { "x": { "command": "a" } } }',
    /"excluded": ?\["x"\]/,
  ],
] as const)('switches a server off in the words of %s, and on again', async (name, file, before, off) => {
  const place = workspace({ [file]: before });
  const where = [target(name)];
  await applyPlan(place.host, await setEnabled(place.host, 'x', false, where));
  expect(place.read(file)).toMatch(off);
  await applyPlan(place.host, await setEnabled(place.host, 'x', true, where));
  expect(place.files()).toEqual({ [file]: before });
});

it('uses the list in another file where the client keeps it there', async () => {
  const place = workspace({ '.mcp.json': '{ "mcpServers": { "x": { "command": "a" } } }' });
  const where = [target('claude-code:project')];
  await applyPlan(place.host, await setEnabled(place.host, 'x', false, where));
  expect(JSON.parse(place.read('.claude/settings.local.json') ?? '')).toEqual({ disabledMcpjsonServers: ['x'] });
  expect(place.read('.mcp.json')).toBe('{ "mcpServers": { "x": { "command": "a" } } }');
  await applyPlan(place.host, await setEnabled(place.host, 'x', true, where));
  expect(Object.keys(place.files())).toEqual(['.mcp.json']);
});

it('switches on what any list has switched off', async () => {
  const place = workspace({
    '.mcp.json': '{ "mcpServers": { "x": { "command": "a" } } }',
    '.claude/settings.json': '{ "disabledMcpjsonServers": ["x", "y"] }',
    '~/.claude/settings.json': '{ "disabledMcpjsonServers": ["x"] }',
  });
  await applyPlan(place.host, await setEnabled(place.host, 'x', true, [target('claude-code:project')]));
  expect(place.read('.claude/settings.json')).toBe('{ "disabledMcpjsonServers": ["y"] }');
  expect(place.read('~/.claude/settings.json')).toBe('{ "disabledMcpjsonServers": [] }');
});

it('leaves a list that was there, even when it becomes empty', async () => {
  const settings = '{ "mcp": { "excluded": ["x"] }, "mcpServers": { "x": { "command": "a" } } }';
  const place = workspace({ '~/.gemini/settings.json': settings });
  await applyPlan(place.host, await setEnabled(place.host, 'x', true, [target('gemini-cli:user')]));
  expect(place.read('~/.gemini/settings.json')).toBe(settings.replace('["x"]', '[]'));
});

it('switches on what stands several times in a list, and renames it to one', async () => {
  const settings = '{ "mcpServers": { "x": { "command": "a" } }, "mcp": { "excluded": ["x", "y", "x", "z"] } }';
  const place = workspace({ '~/.gemini/settings.json': settings });
  const where = [target('gemini-cli:user')];
  const excluded = (): unknown => JSON.parse(place.read('~/.gemini/settings.json') ?? '').mcp.excluded;
  await applyPlan(place.host, await rename(place.host, 'x', 'z', where));
  expect(excluded()).toEqual(['z', 'y']);
  place.write('~/.gemini/settings.json', settings);
  await applyPlan(place.host, await setEnabled(place.host, 'x', true, where));
  expect(excluded()).toEqual(['y', 'z']);
});

it('parks the entry where the client has no switch, and brings back every byte', async () => {
  const place = workspace({ '~/.cursor/mcp.json': cursor });
  const where = [target('cursor:user')];
  await applyPlan(place.host, await setEnabled(place.host, 'x', false, where));
  expect(place.read('~/.cursor/mcp.json')).not.toContain('"x"');
  await applyPlan(place.host, await setEnabled(place.host, 'x', true, where));
  expect(place.read('~/.cursor/mcp.json')).toBe(cursor);
});

it('brings back the values when the file has changed meanwhile', async () => {
  const place = workspace({ '~/.cursor/mcp.json': cursor });
  const where = [target('cursor:user')];
  await applyPlan(place.host, await setEnabled(place.host, 'x', false, where));
  place.write('~/.cursor/mcp.json', (place.read('~/.cursor/mcp.json') ?? '').replace('"b"', '"c"'));
  await applyPlan(place.host, await setEnabled(place.host, 'x', true, where));
  expect(place.read('~/.cursor/mcp.json')).toContain('"x": {');
  expect(place.read('~/.cursor/mcp.json')).toContain('"command": "c"');
});

it('knows no server of that name', async () => {
  const place = workspace({ '~/.cursor/mcp.json': cursor });
  await expect(setEnabled(place.host, 'z', true, [target('cursor:user')])).rejects.toMatchObject({
    code: 'server-missing',
  });
});
