import { describe, expect, it } from 'vitest';
import { createMCPToolName } from '../../src/model/tool-name.ts';
import { clinic, codesOf, placeOf, servers } from './support/clinic.ts';

const run = (...args: string[]): object => ({ command: 'node', args });
const reach = { type: 'http', url: 'https://a.example' };

describe('entries that are passed over', () => {
  it('names the entry that counts and why', async () => {
    const files = { '~/.cursor/mcp.json': servers({ x: reach }), '.cursor/mcp.json': servers({ x: reach }) };
    const { host, issues } = clinic(files);
    const [issue, ...others] = await issues();
    expect(others).toEqual([]);
    expect(issue).toMatchObject({
      code: 'server-shadowed',
      severity: 'info',
      args: { by: `${host.cwd}/.cursor/mcp.json:3`, why: 'is of a scope that counts more' },
    });
    expect(issue && placeOf(issue)).toBe('~/.cursor/mcp.json:3:5');
  });

  it('moves an entry from a file that no client reads', async () => {
    const { one, repair, issues, files } = clinic({
      '~/.claude/settings.json': { theme: 'dark', ...servers({ x: reach }) },
    });
    expect((await one('server-not-read')).severity).toBe('warning');
    await repair('server-not-read');
    expect(JSON.parse(files()['~/.claude.json'] ?? '')).toEqual(servers({ x: reach }));
    expect(JSON.parse(files()['~/.claude/settings.json'] ?? '')).toEqual({ theme: 'dark', mcpServers: {} });
    expect(await issues()).toEqual([]);
  });

  it('finds nothing where names differ', async () => {
    const files = {
      '~/.cursor/mcp.json': servers({ x: reach }),
      '.cursor/mcp.json': servers({ y: { url: 'https://b.example' } }),
    };
    expect(await clinic(files).issues()).toEqual([]);
  });
});

describe('entries that are merged', () => {
  const codex = (user: string, own: string): Record<string, string> => ({
    '~/.codex/config.toml': `[projects]\n[mcp_servers.x]\n${user}\n`,
    '.codex/config.toml': `[mcp_servers.x]\n${own}\n`,
  });

  it('are fatal together', async () => {
    const { host, issues } = clinic(codex('command = "node"', 'url = "https://a.example"'));
    const all = await issues();
    expect(codesOf(all)).toEqual(['merged-command-and-url']);
    expect(all[0]?.evidence).toEqual([
      `${host.cwd}/.codex/config.toml:1 has url`,
      `${host.home}/.codex/config.toml:2 has command`,
      'every command of Codex fails until this is fixed',
    ]);
  });

  it('are sound together', async () => {
    const { issues } = clinic(codex('command = "node"', 'args = ["x.js"]'));
    expect(codesOf(await issues())).toEqual(['trust-missing']);
  });

  it('has issues in the file that holds what they are about', async () => {
    const { one } = clinic(codex('command = "nowhere"', 'args = ["x.js"]'));
    expect(placeOf(await one('command-not-found'))).toBe('~/.codex/config.toml:3:11');
  });
});

describe('the same server', () => {
  it('under two names of a client is started twice', async () => {
    const issue = await clinic({ '~/.claude.json': servers({ a: run('x'), b: run('x'), c: run('y') }) }).one(
      'server-twice',
    );
    expect([issue.server, issue.args]).toEqual(['b', { other: 'a' }]);
  });

  it('is another one with another account, or when it is off', async () => {
    const account = (key: string): object => ({ command: 'node', env: { ACCOUNT: key } });
    expect(await clinic({ '~/.claude.json': servers({ a: account('1'), b: account('2') }) }).issues()).toEqual([]);
    const off = { '~/.factory/mcp.json': servers({ a: run('x'), b: { ...run('x'), disabled: true } }) };
    expect(await clinic(off).issues()).toEqual([]);
  });

  it('is not the same in two clients', async () => {
    const issue = await clinic({
      '~/.claude.json': servers({ x: run('1') }),
      '~/.factory/mcp.json': servers({ x: run('2') }),
      '~/.qwen/settings.json': servers({ x: run('1') }),
    }).one('server-differs');
    expect(issue.args).toEqual({ name: 'x', clients: ['Claude Code', 'Factory Droid'] });
    expect(issue.evidence.map((line) => line.replace(/^(.*?): .*\.json/, '$1'))).toEqual([
      'Claude Code:3 node 1',
      'Factory Droid:3 node 2',
      'Qwen Code:3 node 1',
    ]);
  });

  it('is the same in two clients, whatever their words', async () => {
    const opencode = { mcp: { x: { type: 'local', command: ['node', '1'] } } };
    const files = { '~/.claude.json': servers({ x: run('1') }), '~/.config/opencode/opencode.json': opencode };
    expect(await clinic(files).issues()).toEqual([]);
  });
});

describe('names of tools', () => {
  it.each([
    ['~/.claude.json', 'a.b', 'a b', 'mcp__a_b__'],
    ['~/.omp/agent/mcp.json', 'notes-1', 'Notes.2', 'mcp_notes_'],
  ])('are the same in %s', async (file, first, second, as) => {
    const issue = await clinic({ [file]: servers({ [first]: run('1'), [second]: run('2') }) }).one(
      'tool-name-collision',
    );
    expect([issue.server, issue.args]).toEqual([second, { other: first, as }]);
  });

  it('differ', async () => {
    expect(await clinic({ '~/.claude.json': servers({ 'notes-1': run('1'), 'notes-2': run('2') }) }).issues()).toEqual(
      [],
    );
  });

  it('are told apart by the gateway, which reads the catalog', async () => {
    const catalog = { '~/.config/plugboard/plugboard.json': servers({ 'notes-1': run('1'), 'notes-2': run('2') }) };
    expect(await clinic(catalog).issues()).toEqual([]);
  });

  it('begin in the same way for the doctor and at run time', async () => {
    const issue = await clinic({
      '~/.omp/agent/mcp.json': servers({ '-Notes.1-': run('1'), 'notes-2': run('2') }),
    }).one('tool-name-collision');
    const { as } = issue.args as { as: string };
    for (const name of ['-Notes.1-', 'notes-2']) expect(createMCPToolName(name, 'x')).toBe(`${as}x`);
  });

  it('are too long', async () => {
    const { one } = clinic({ '~/.claude.json': servers({ ['n'.repeat(40)]: run() }) });
    expect((await one('tool-name-long')).args).toEqual({ left: 17 });
    expect(await clinic({ '~/.claude.json': servers({ ['n'.repeat(30)]: run() }) }).issues()).toEqual([]);
  });
});
