import { expect, it } from 'vitest';
import { clinic, codesOf, placeOf, servers } from './support/clinic.ts';

const project = { '.mcp.json': servers({ a: { command: 'node' }, b: { command: 'node', args: ['b'] } }) };

it('is told apart from errors, once for all servers of a project', async () => {
  const [issue, ...others] = await clinic(project).issues();
  expect(others).toEqual([]);
  expect(issue).toMatchObject({ code: 'trust-missing', severity: 'info', client: 'claude-code' });
  expect(issue?.evidence).toEqual(['servers of the project: a, b']);
  expect(issue && placeOf(issue)).toBe('.mcp.json:3:5');
});

it.each([
  ['.claude/settings.local.json', { enabledMcpjsonServers: ['a', 'b'] }],
  ['~/.claude/settings.json', { enableAllProjectMcpServers: true }],
])('has been given to Claude Code in %s', async (file, content) => {
  expect(await clinic({ ...project, [file]: content }).issues()).toEqual([]);
});

it('has been given to Claude Code for one of two servers', async () => {
  const { host, write, one } = clinic(project);
  write('~/.claude.json', JSON.stringify({ projects: { [host.cwd]: { enabledMcpjsonServers: ['a'] } } }));
  expect((await one('trust-missing')).evidence).toEqual(['servers of the project: b']);
});

it('has been given to Codex and to Gemini CLI', async () => {
  const { host, write, issues } = clinic({
    '.codex/config.toml': '[mcp_servers.x]\ncommand = "node"\n',
    '.gemini/settings.json': servers({ x: { command: 'node' } }),
  });
  expect(codesOf(await issues())).toEqual(['trust-missing', 'trust-missing']);
  write('~/.codex/config.toml', `[projects."${host.cwd}"]\ntrust_level = "trusted"\n`);
  write('~/.gemini/trustedFolders.json', JSON.stringify({ [host.cwd]: 'TRUST_FOLDER' }));
  expect(await issues()).toEqual([]);
});

it('is not asked for servers of the user or servers that are off', async () => {
  const off = { ...project, '.claude/settings.json': { disabledMcpjsonServers: ['a', 'b'] } };
  expect(await clinic(off).issues()).toEqual([]);
  expect(await clinic({ '~/.claude.json': servers({ a: { command: 'node' } }) }).issues()).toEqual([]);
});
