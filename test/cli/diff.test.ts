import { describe, expect, it } from 'vitest';
import { catalog, machine } from './support/machine.ts';

const codex = '~/.codex/config.toml';
const cursor = '~/.cursor/mcp.json';
const servers = {
  git: { command: 'uvx', args: ['git'] },
  hub: { transport: 'http', url: 'https://x.com/mcp', headers: { Authorization: 'Bearer very-secret-1' } },
};
const ours = JSON.stringify({ servers });
const same = JSON.stringify({
  mcpServers: { git: servers.git, hub: { url: servers.hub.url, headers: servers.hub.headers } },
});

describe('plugboard diff', () => {
  it('says that all is the same', () => {
    expect(machine({ [catalog]: ours, [cursor]: same }).run(['diff'])).toEqual({
      code: 0,
      stdout: 'cursor:user\n  ✓ git  in sync\n  ✓ hub  in sync\n\n2 in sync (1 client).\n',
      stderr: '',
    });
  });

  it('shows what copying would change, without secrets', () => {
    const here = machine({
      [catalog]: ours,
      [cursor]: same,
      [codex]: '[mcp_servers.git]\ncommand = "uvx"\nargs = ["other"]\n\n[mcp_servers.mine]\ncommand = "x"\n',
    });
    const { code, stdout, stderr } = here.run(['diff']);
    expect(code).toBe(6);
    expect(stdout).toBe(
      [
        'git in codex:user is out of sync:',
        `--- HOME/.codex/config.toml`,
        `+++ HOME/.codex/config.toml`,
        '@@ -1,6 +1,6 @@',
        ' [mcp_servers.git]',
        ' command = "uvx"',
        '-args = ["other"]',
        '+args = ["git"]',
        ' ',
        ' [mcp_servers.mine]',
        ' command = "x"',
        '',
        'codex:user',
        '  ! git   out of sync',
        '  · hub   missing',
        '  i mine  only in client',
        '',
        'cursor:user',
        '  ✓ git  in sync',
        '  ✓ hub  in sync',
        '',
        '2 in sync, 1 out of sync, 1 missing, 1 only in client (2 clients).',
        '',
      ].join('\n'),
    );
    expect(stderr).toContain('plugboard copy <name> --to <client> --overwrite');
    expect(JSON.stringify(here.ask(['diff']))).not.toContain('very-secret-1');
    expect(here.run(['copy', 'git', '--to', 'codex', '--overwrite']).code).toBe(0);
    expect(here.run(['diff']).code).toBe(0);
  });

  it('gives scripts every cell, and fails when something differs', () => {
    const here = machine({ [catalog]: ours, [codex]: '[mcp_servers.git]\ncommand = "uvx"\n' });
    expect(here.ask(['diff', 'codex'])).toMatchObject({
      code: 6,
      ok: false,
      data: {
        from: 'canonical:user',
        cells: [
          {
            client: 'codex',
            scope: 'user',
            name: 'git',
            state: 'differs',
            losses: [],
            changes: [{ path: 'HOME/.codex/config.toml', diff: expect.stringContaining('+args = ["git"]') as string }],
          },
          { client: 'codex', scope: 'user', name: 'hub', state: 'not-there' },
        ],
      },
      errors: [{ code: 'differs', message: '1 out of sync (1 client).' }],
    });
  });

  it('counts servers on one side only when asked to', () => {
    const here = machine({ [catalog]: ours, [cursor]: JSON.stringify({ mcpServers: { git: servers.git } }) });
    expect([here.run(['diff']).code, here.run(['diff', '--all']).code]).toEqual([0, 6]);
    expect(here.run(['diff', '--all', '--server', 'git']).code).toBe(0);
  });

  it('says why a server cannot be there', () => {
    const here = machine({ [catalog]: '{"servers":{"ev":{"transport":"sse","url":"https://x"}}}' });
    expect(here.run(['diff', 'codex'])).toMatchObject({
      code: 0,
      stdout:
        'codex:user\n  ✗ ev  cannot be written: Codex does not support sse servers\n\n1 cannot be written (1 client).\n',
    });
  });

  it('compares clients, scopes and servers of choice', () => {
    const here = machine({
      '.mcp.json': '{"mcpServers":{"a":{"type":"stdio","command":"x"},"b":{"type":"stdio","command":"x"}}}',
      '.codex/config.toml': '[mcp_servers.a]\ncommand = "y"\n',
    });
    const { code, data } = here.ask([
      'diff',
      'codex,cursor',
      '--scope',
      'project',
      '--from',
      'claude-code:project',
      '--server',
      'a',
    ]);
    expect([code, data.cells.map(({ client, name, state }: Record<string, string>) => [client, name, state])]).toEqual([
      6,
      [
        ['codex', 'a', 'differs'],
        ['cursor', 'a', 'not-there'],
      ],
    ]);
  });

  it('does not say that all is well when a file cannot be read', () => {
    const here = machine({ [catalog]: ours, [cursor]: same, [codex]: 'broken' });
    const { code, stdout, stderr } = here.run(['diff']);
    expect(code).toBe(3);
    expect(stdout).toContain('cursor:user\n  ✓ git  in sync');
    expect(stderr).toContain('HOME/.codex/config.toml');
    expect(here.ask(['diff'])).toMatchObject({ code: 3, ok: false, errors: [{ code: 'syntax' }] });
  });

  it('knows the next step when there is nothing to compare', () => {
    expect(machine({ [cursor]: same }).run(['diff'])).toEqual({
      code: 0,
      stdout: 'Your catalog has no servers yet.\n',
      stderr: 'Import the servers of your clients with: plugboard import\n',
    });
    expect(machine({ [catalog]: ours }).run(['diff'])).toMatchObject({
      code: 0,
      stdout: 'No client to compare with. List clients with: plugboard clients\n',
    });
  });

  it('helps with names', () => {
    const here = machine({ [catalog]: ours, [cursor]: same });
    expect(here.run(['diff', '--server', 'gti'])).toMatchObject({
      code: 4,
      stderr: expect.stringContaining('✗ Unknown server "gti". Did you mean "git"?\n') as string,
    });
    expect(here.run(['diff', 'cursr'])).toMatchObject({ code: 2, stderr: expect.stringContaining('cursor') as string });
    expect(here.run(['diff', '--scope', 'x'])).toMatchObject({ code: 2 });
  });
});
