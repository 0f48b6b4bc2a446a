import { describe, expect, it } from 'vitest';
import type { ClientId } from '../../src/clients/registry.ts';
import { discover } from '../../src/discovery/discover.ts';
import { placeOf, shadowsOf, verdictOf } from './support/verdicts.ts';
import { type Files, home, project, servers, world } from './support/world.ts';

const x = (command: string): unknown => servers({ x: { command } });
const claudeFile = { mcpServers: { x: { command: 'user' } }, projects: { [project]: x('local') } };
const managed = '/etc/claude-code/managed-mcp.json';
const toml = (command: string): string => `[mcp_servers.x]\ncommand = "${command}"\n`;

const table: [string, ClientId, Files, string, string[]][] = [
  [
    'Claude Code prefers the person in the project to the project to the person',
    'claude-code',
    { '~/.claude.json': claudeFile, './.mcp.json': x('project') },
    '~/.claude.json:10',
    ['./.mcp.json:3 higher-scope', '~/.claude.json:3 higher-scope'],
  ],
  [
    'Claude Code prefers the project to the person',
    'claude-code',
    { '~/.claude.json': x('user'), './.mcp.json': x('project') },
    './.mcp.json:3',
    ['~/.claude.json:3 higher-scope'],
  ],
  [
    'Claude Code reads the directories above, the nearest first',
    'claude-code',
    { './.mcp.json': x('app'), '~/code/.mcp.json': x('code'), '~/.mcp.json': x('home') },
    './.mcp.json:3',
    ['~/code/.mcp.json:3 nearer-directory', '~/.mcp.json:3 nearer-directory'],
  ],
  [
    'Claude Code reads a file far above before that of the person',
    'claude-code',
    { '~/code/.mcp.json': x('code'), '~/.claude.json': x('user') },
    '~/code/.mcp.json:3',
    ['~/.claude.json:3 higher-scope'],
  ],
  [
    'nobody looks above the home',
    'claude-code',
    { '/home/.mcp.json': x('other'), '/.mcp.json': x('root'), '~/.claude.json': x('user') },
    '~/.claude.json:3',
    [],
  ],
  [
    'an administrator has the last word in Claude Code',
    'claude-code',
    { [managed]: x('managed'), '~/.claude.json': claudeFile },
    `${managed}:3`,
    ['~/.claude.json:10 managed-only', '~/.claude.json:3 managed-only'],
  ],
  [
    'Claude Code does not look into its settings for servers',
    'claude-code',
    { '~/.claude.json': x('user'), './.claude/settings.json': x('settings') },
    '~/.claude.json:3',
    ['./.claude/settings.json:3 not-read'],
  ],
  [
    'Gemini CLI prefers the project',
    'gemini-cli',
    { './.gemini/settings.json': x('project'), '~/.gemini/settings.json': x('user') },
    './.gemini/settings.json:3',
    ['~/.gemini/settings.json:3 higher-scope'],
  ],
  [
    'an administrator has the last word in Gemini CLI',
    'gemini-cli',
    { './.gemini/settings.json': x('project'), '/etc/gemini-cli/settings.json': x('managed') },
    '/etc/gemini-cli/settings.json:3',
    ['./.gemini/settings.json:3 higher-scope'],
  ],
  [
    'Auggie prefers the local file',
    'auggie',
    {
      './.augment/settings.local.json': x('l'),
      './.augment/settings.json': x('p'),
      '~/.augment/settings.json': x('u'),
    },
    './.augment/settings.local.json:3',
    ['./.augment/settings.json:3 higher-scope', '~/.augment/settings.json:3 higher-scope'],
  ],
  [
    'Grok, whose files are TOML, prefers the project',
    'grok',
    { './.grok/config.toml': `# mine\n\n${toml('project')}`, '~/.grok/config.toml': toml('user') },
    './.grok/config.toml:3',
    ['~/.grok/config.toml:1 higher-scope'],
  ],
  [
    'of two files of one scope the first counts',
    'mcp-json',
    { './mcp.json': x('plain'), './.mcp.json': x('dotted') },
    './.mcp.json:3',
    ['./mcp.json:3 earlier-file'],
  ],
  [
    'of alternatives only the first that is there is read',
    'copilot-cli',
    { './.mcp.json': x('root'), './.github/mcp.json': x('github') },
    './.mcp.json:3',
    [],
  ],
];

describe('the active definition', () => {
  it.each(table)('%s', async (_, client, files, active, shadowed) => {
    const verdict = await verdictOf(client, files);
    expect(placeOf(verdict.active)).toBe(active);
    expect(shadowsOf(verdict)).toEqual(shadowed);
    expect(verdict.shadowed.every(({ by }) => by === verdict.active)).toBe(true);
    expect(verdict.disabled).toBe(false);
  });

  it('is the first of two entries in a list', async () => {
    const text =
      'name: me\nversion: 1.0.0\nmcpServers:\n  - name: x\n    command: one\n  - name: x\n    command: two\n';
    const verdict = await verdictOf('continue', { '~/.continue/config.yaml': text });
    expect(verdict.active?.server.command).toBe('one');
    expect(shadowsOf(verdict)).toEqual(['~/.continue/config.yaml:6 earlier-entry']);
  });

  it('is one entry, of the person, where the project is the home itself', async () => {
    const { host } = world({ '~/.cursor/mcp.json': x('user') });
    const { clients } = await discover(host, { clients: ['cursor'], project: home });
    expect(clients[0]?.entries.map(({ scope }) => scope)).toEqual(['user']);
    expect(clients[0]?.names[0]?.shadowed).toEqual([]);
  });

  it('is nothing when an administrator keeps everything else out', async () => {
    const verdict = await verdictOf('claude-code', { [managed]: servers({}), './.mcp.json': x('project') });
    expect(verdict.active).toBeUndefined();
    expect(shadowsOf(verdict)).toEqual(['./.mcp.json:3 managed-only']);
  });
});

describe('an entry that cannot be used', () => {
  const broken = servers({ x: { url: 'https://example.com/mcp' } });

  it('does not swallow one that can, and is listed with its issues', async () => {
    const verdict = await verdictOf('claude-code', { './.mcp.json': broken, '~/.claude.json': x('user') });
    expect(placeOf(verdict.active)).toBe('~/.claude.json:3');
    expect(shadowsOf(verdict)).toEqual(['./.mcp.json:3 invalid']);
    expect(verdict.shadowed[0]?.by).toBe(verdict.active);
    expect(verdict.shadowed[0]?.entry.issues.map(({ code }) => code)).toEqual(['type-missing']);
  });

  it('leaves no active definition when it is the only one', async () => {
    const verdict = await verdictOf('claude-code', { './.mcp.json': broken });
    expect(verdict.active).toBeUndefined();
    expect(shadowsOf(verdict)).toEqual(['./.mcp.json:3 invalid']);
  });

  it('below one that counts is shadowed like any other', async () => {
    const verdict = await verdictOf('claude-code', { './.mcp.json': x('project'), '~/.claude.json': broken });
    expect(shadowsOf(verdict)).toEqual(['~/.claude.json:3 higher-scope']);
  });
});

describe('a gate', () => {
  it('stands before servers of the project only', async () => {
    const files = {
      './.mcp.json': servers({ p: { command: 'p' } }),
      '~/.claude.json': servers({ u: { command: 'u' } }),
    };
    expect((await verdictOf('claude-code', files, 'p')).needsTrust).toMatch(/approve/);
    expect((await verdictOf('claude-code', files, 'u')).needsTrust).toBeUndefined();
  });

  it('stands before what a project adds to a merged server', async () => {
    const files = { './.codex/config.toml': toml('p'), '~/.codex/config.toml': toml('u') };
    expect((await verdictOf('codex', files)).needsTrust).toMatch(/trust_level/);
  });
});
