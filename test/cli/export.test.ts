import { describe, expect, it } from 'vitest';
import { catalog, machine } from './support/machine.ts';

const servers = {
  git: { command: 'uvx', args: ['git'] },
  hub: { transport: 'http', url: 'https://x.com/mcp', headers: { Authorization: 'Bearer very-secret-1' } },
};
const text = `${JSON.stringify({ servers }, undefined, 2)}\n`;

describe('plugboard export', () => {
  it('prints the catalog and warns of secrets', () => {
    expect(machine({ [catalog]: text }).run(['export'])).toEqual({
      code: 0,
      stdout: text,
      stderr: '! The output contains 1 secret in plain text; --no-secrets writes references instead\n',
    });
  });

  it('prints some servers in the words of another client, without secrets', () => {
    expect(machine({ [catalog]: text }).run(['export', 'hub', '--as', 'codex', '--no-secrets'])).toEqual({
      code: 0,
      stdout: '[mcp_servers.hub]\nurl = "https://x.com/mcp"\nbearer_token_env_var = "HUB_TOKEN"\n',
      stderr: 'i Set these variables: HUB_TOKEN\n',
    });
  });

  it('reports losses', () => {
    const here = machine({ [catalog]: '{"servers":{"a":{"command":"x","retries":5}}}' });
    const { code, stdout, stderr } = here.run(['export', '--as', 'codex']);
    expect({ code, stdout }).toEqual({ code: 0, stdout: '[mcp_servers.a]\ncommand = "x"\n' });
    expect(stderr).toContain('! codex: a.retries dropped: ');
    expect(here.ask(['export', '--as', 'codex'])).toMatchObject({
      code: 0,
      ok: true,
      data: {
        as: 'codex:user',
        servers: ['a'],
        text: '[mcp_servers.a]\ncommand = "x"\n',
        losses: [{ server: 'a', field: 'retries' }],
        variables: [],
        plainSecrets: 0,
      },
    });
  });

  it('exports the active servers of a client, or those of a scope', () => {
    const here = machine({
      '.cursor/mcp.json': '{"mcpServers":{"a":{"command":"project"}}}',
      '~/.cursor/mcp.json': '{"mcpServers":{"a":{"command":"user"},"b":{"command":"user"}}}',
    });
    const commands = (from: string): unknown =>
      Object.values(
        (JSON.parse(here.run(['export', '--from', from]).stdout) as { servers: Record<string, { command: string }> })
          .servers,
      ).map(({ command }) => command);
    expect(commands('cursor')).toEqual(['project', 'user']);
    expect(commands('cursor:user')).toEqual(['user', 'user']);
  });

  it('comes in again as it went out', () => {
    const there = machine({ [catalog]: text });
    const here = machine();
    expect(here.run(['import', '-'], { input: there.run(['export']).stdout }).code).toBe(0);
    expect(here.read(catalog)).toBe(text);
    for (const client of ['claude-code', 'codex', 'opencode', 'vscode']) {
      const other = machine();
      expect(other.run(['import', '-'], { input: there.run(['export', 'git', '--as', client]).stdout }).code).toBe(0);
      expect(JSON.parse(other.read(catalog))).toMatchObject({ servers: { git: servers.git } });
    }
  });

  it('writes a file, but over none that holds something else', () => {
    const here = machine({ [catalog]: text, 'taken.json': 'mine\n' });
    expect(here.run(['export', '--output', 'out.json'])).toMatchObject({
      code: 0,
      stdout: '✓ export git, hub to out.json\n  created out.json\n',
    });
    expect(here.read('out.json')).toBe(text);
    expect(here.run(['export', '--output', 'out.json'])).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('Nothing to change') as string,
    });
    expect(here.run(['export', '-o', 'taken.json'])).toEqual({
      code: 5,
      stdout: '',
      stderr: `✗ PROJECT/taken.json already exists with different content.\n  fix: use --overwrite to replace it\n`,
    });
    expect(here.ask(['export', '-o', 'taken.json'])).toMatchObject({
      code: 5,
      ok: false,
      errors: [{ code: 'file-exists', path: 'PROJECT/taken.json' }],
    });
    expect(here.run(['export', '-o', 'taken.json', '--overwrite', '--dry-run']).stdout).toContain('-mine');
    expect(here.read('taken.json')).toBe('mine\n');
    expect(here.run(['export', '-o', 'taken.json', '--overwrite']).code).toBe(0);
    expect(here.read('taken.json')).toBe(text);
    expect(here.run(['undo']).code).toBe(0);
    expect(here.read('taken.json')).toBe('mine\n');
  });

  it('suggests a name for an unknown source', () => {
    expect(machine().run(['export'])).toEqual({
      code: 4,
      stdout: '',
      stderr: '✗ There are no servers in your catalog.\n  fix: fill it with: plugboard import\n',
    });
    const here = machine({ [catalog]: text });
    expect(here.run(['export', 'gti'])).toMatchObject({
      code: 4,
      stderr: expect.stringContaining('✗ Unknown server "gti". Did you mean "git"?\n') as string,
    });
    expect(here.run(['export', '--as', 'codx'])).toMatchObject({ code: 2 });
    expect(machine({ [catalog]: '{ broken' }).run(['export'])).toMatchObject({ code: 3, stdout: '' });
  });
});
