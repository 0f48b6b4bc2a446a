import { chmodSync, statSync, symlinkSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { unifiedDiff } from '../../src/manage/compare/diff.ts';
import { tokens } from '../model/support/tokens.ts';
import { type Clinic, clinic, codesOf, placeOf, servers } from './support/clinic.ts';

const secret = tokens['GitHub personal'] as string;

function closed(files: Record<string, unknown>, ...names: string[]): Clinic {
  const made = clinic(files);
  for (const name of names) chmodSync(made.path(name), 0o600);
  return made;
}

describe('secrets in plain text', () => {
  const started = {
    '~/.claude.json': servers({ hub: { command: 'node', env: { HUB_TOKEN: secret, LEVEL: 'debug' } } }),
  };

  it('are found where they stand and never shown', async () => {
    const { issues, one } = closed(started, '~/.claude.json');
    const issue = await one('plain-secret');
    expect([placeOf(issue), issue.args]).toEqual(['~/.claude.json:6:22', { name: 'HUB_TOKEN' }]);
    const plan = issue.fix && 'plan' in issue.fix ? await issue.fix.plan() : undefined;
    const shown = [JSON.stringify(await issues()), ...(plan?.changes.map(unifiedDiff) ?? [])];
    expect(shown).toHaveLength(2);
    for (const text of shown) expect(text).not.toContain(secret);
  });

  it('become references, and only they change', async () => {
    const { read, repair, issues, all } = closed(started, '~/.claude.json');
    const before = read('~/.claude.json') ?? '';
    await repair('plain-secret');
    expect(read('~/.claude.json')).toBe(before.replace(secret, '${HUB_TOKEN}'));
    expect(await all('plain-secret')).toEqual([]);
    // Now the variable must be set.
    expect(codesOf(await issues())).toEqual(['variable-unset']);
  });

  it.each([
    [{ headers: { Authorization: `Bearer ${secret}` } }, '"Bearer ${HUB_TOKEN}"'],
    [{ headers: { 'X-Api-Key': 'abc' } }, '"${HUB_API_KEY}"'],
    [{ url: `https://a.example/mcp?api_key=${secret}&v=1` }, '"https://a.example/mcp?api_key=${HUB_API_KEY}&v=1"'],
    [{ url: 'https://me:letmein@a.example/mcp' }, '"https://me:${HUB_PASSWORD}@a.example/mcp"'],
  ])('of remote servers: %#', async (fields, written) => {
    const entry = { type: 'http', url: 'https://a.example/mcp', ...fields };
    const { read, repair, all } = closed({ '~/.claude.json': servers({ hub: entry }) }, '~/.claude.json');
    await repair('plain-secret');
    expect(read('~/.claude.json')).toContain(written);
    expect(await all('plain-secret')).toEqual([]);
  });

  it.each([
    [
      ['--api-key', 'abc', 'x'],
      ['--api-key', '${HUB_API_KEY}', 'x'],
    ],
    [
      ['--api-key', 'rgBcgusPatG3mPTLxPRjeH=7x7Q'],
      ['--api-key', '${HUB_API_KEY}'],
    ],
    [['--token=abc'], ['--token=${HUB_TOKEN}']],
    [
      ['-e', 'HUB_TOKEN=abc'],
      ['-e', 'HUB_TOKEN=${HUB_TOKEN}'],
    ],
    [
      ['--header', 'Authorization: Bearer abc'],
      ['--header', 'Authorization: Bearer ${HUB_TOKEN}'],
    ],
    [[secret], ['${HUB_TOKEN}']],
    [['-kk9Zq27LmX1p4'], ['-k${HUB_TOKEN}']],
    [[`https://a.example/?token=${secret}`], ['https://a.example/?token=${HUB_TOKEN}']],
  ])('in arguments: %#', async (args, wanted) => {
    const { read, repair, all } = closed(
      { '~/.claude.json': servers({ hub: { command: 'node', args } }) },
      '~/.claude.json',
    );
    await repair('plain-secret');
    expect(JSON.parse(read('~/.claude.json') ?? '')).toEqual(servers({ hub: { command: 'node', args: wanted } }));
    expect(await all('plain-secret')).toEqual([]);
  });

  it('in a script are said and not shown, and no repair cuts into it', async () => {
    const script =
      "curl -H 'Authorization: Bearer k9Zq27Lm1' --user a:k9Zq27Lm2 http://k9Zq27Lm3@h; API_KEY=k9Zq27Lm4 x";
    const { all } = closed(
      { '~/.claude.json': servers({ hub: { command: 'sh', args: ['-c', script] } }) },
      '~/.claude.json',
    );
    const found = await all('plain-secret');
    expect(found.map(({ args, fix }) => [args, fix])).toEqual([[{ name: 'A script' }, undefined]]);
    expect(JSON.stringify(found)).not.toContain('k9Zq27Lm');
  });

  it('become names of variables in clients that name them', async () => {
    const text = `[mcp_servers.hub]\nurl = "https://a.example"\nhttp_headers = { Authorization = "Bearer ${secret}" }\n`;
    const { read, repair, all } = closed({ '~/.codex/config.toml': text }, '~/.codex/config.toml');
    await repair('plain-secret');
    expect(read('~/.codex/config.toml')).toContain('bearer_token_env_var = "HUB_TOKEN"');
    expect(await all('plain-secret')).toEqual([]);
  });

  it('stay where the client expands nothing, with a word about it', async () => {
    const path = '~/.config/Claude/claude_desktop_config.json';
    const { one } = closed({ [path]: servers({ hub: { command: '/bin/sh', env: { HUB_TOKEN: secret } } }) }, path);
    const issue = await one('plain-secret');
    expect([issue.fix, issue.evidence]).toEqual([undefined, ['Claude Desktop expands no reference here']]);
  });

  it('are found in entries that are off', async () => {
    const files = {
      '~/.factory/mcp.json': servers({ x: { command: 'node', env: { TOKEN: secret }, disabled: true } }),
    };
    expect(codesOf(await closed(files, '~/.factory/mcp.json').issues())).toEqual(['plain-secret']);
  });

  it('are not references, paths, counts and names', async () => {
    const env = {
      A_TOKEN: '${A_TOKEN:-}',
      KEY_FILE: '/home/me/key',
      MAX_TOKENS: '4096',
      SSH_KEY: '~/.ssh/id',
      TOKEN: 'op://v/i/f',
    };
    const headers = { Authorization: 'Bearer ${A_TOKEN:-}' };
    const { issues } = clinic({
      '~/.claude.json': servers({
        a: { command: 'node', env },
        b: { type: 'http', url: 'https://a.example/mcp?v=1', headers },
      }),
      '~/.grok/config.toml': '[mcp_servers.x]\nurl = "https://a.example"\nbearer_token_env_var = "HERE"\n',
    });
    expect(codesOf(await issues())).toEqual(['variable-unset']);
  });
});

describe('files that others may read', () => {
  const files = { '~/.claude.json': servers({ hub: { command: 'node', env: { HUB_TOKEN: secret } } }) };

  it('are closed, also behind a link', async () => {
    const { path, host, one, repair, all } = clinic({ '~/dotfiles/claude.json': files['~/.claude.json'] });
    symlinkSync('dotfiles/claude.json', path('~/.claude.json'));
    chmodSync(path('~/dotfiles/claude.json'), 0o644);
    const issue = await one('file-readable');
    expect([issue.args, issue.file]).toEqual([{ mode: '644' }, `${host.home}/.claude.json`]);
    await repair('file-readable');
    expect(statSync(path('~/dotfiles/claude.json')).mode & 0o777).toBe(0o600);
    expect(await all('file-readable')).toEqual([]);
  });

  it('are none where there is no secret, in a project, or on Windows', async () => {
    expect(await clinic({ '~/.claude.json': servers({ a: { command: 'node' } }) }).issues()).toEqual([]);
    expect(await clinic({ '.mcp.json': files['~/.claude.json'] }).all('file-readable')).toEqual([]);
    expect(await clinic(files, { platform: 'win32' }).all('file-readable')).toEqual([]);
  });
});
