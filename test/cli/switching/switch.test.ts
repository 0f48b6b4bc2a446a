import { describe, expect, it } from 'vitest';
import { machine, type Machine } from '../support/machine.ts';

interface Listed {
  readonly servers: readonly { name: string; client: string; scope: string; state: string }[];
}

function statesOf(here: Machine, name: string): Record<string, string> {
  const { servers } = here.ask<Listed>(['list']).data;
  return Object.fromEntries(servers.filter((one) => one.name === name).map(({ client, state }) => [client, state]));
}

const files = {
  '~/.codex/config.toml': '[mcp_servers.a] # here\ncommand = "a" # run\n',
  '~/.config/opencode/opencode.jsonc':
    '{\n  "mcp": {\n    // about a\n    "a": { "type": "local", "command": ["a"] }, // end\n  },\n}\n',
  '~/.gemini/settings.json': '{ "mcpServers": { "a": { "command": "a" } }, "theme": "dark" }\n',
  '~/.cursor/mcp.json':
    '{\n  // about a\n  "mcpServers": { "a": { "command": "a" /* c */ }, "b": { "command": "b" } },\n}\n',
  '~/.claude.json': '{\n  "mcpServers": { "a": { "command": "a" } },\n  "numStartups": 5\n}\n',
};

describe('plugboard disable and enable', () => {
  it('switch a server in the way of each client, and back to the byte', () => {
    const here = machine(files);
    const { code, stdout } = here.run(['disable', 'a', '--in', 'all']);
    expect(code).toBe(0);
    expect(stdout).toContain('  changed ~/.cursor/mcp.json\n');
    expect(here.read('~/.codex/config.toml')).toContain('enabled = false');
    expect(here.read('~/.config/opencode/opencode.jsonc')).toContain('"enabled": false');
    expect(JSON.parse(here.read('~/.gemini/settings.json'))).toMatchObject({ mcp: { excluded: ['a'] } });
    expect(JSON.parse(here.read('~/.claude.json'))).toMatchObject({
      mcpServers: { a: { command: 'a' } },
      projects: { [here.project]: { disabledMcpServers: ['a'] } },
    });
    expect(here.read('~/.cursor/mcp.json')).toBe('{\n  // about a\n  "mcpServers": { "b": { "command": "b" } },\n}\n');
    const all = ['claude-code', 'codex', 'cursor', 'gemini-cli', 'opencode'];
    expect(statesOf(here, 'a')).toEqual(Object.fromEntries(all.map((client) => [client, 'off'])));
    expect(here.run(['enable', 'a', '--in', 'all']).code).toBe(0);
    expect(statesOf(here, 'a')).toEqual(Object.fromEntries(all.map((client) => [client, 'active'])));
    expect(here.files()).toEqual(files);
  });

  it('use the list of the project for a server of the project', () => {
    const project = { '.mcp.json': '{ "mcpServers": { "p": { "command": "p" } } }\n', '~/.claude.json': '{}\n' };
    const here = machine(project);
    expect(here.run(['disable', 'p', '--in', 'claude-code:project'])).toEqual({
      code: 0,
      stdout: '✓ disable p in claude-code:project\n  created .claude/settings.local.json\n',
      stderr: 'Undo with: plugboard undo\n',
    });
    expect(JSON.parse(here.read('.claude/settings.local.json'))).toEqual({ disabledMcpjsonServers: ['p'] });
    expect(statesOf(here, 'p')).toEqual({ 'claude-code': 'off' });
    here.run(['enable', 'p', '--in', 'claude-code:project']);
    expect(here.files()).toEqual(project);
  });

  it('have nothing to do the second time', () => {
    const here = machine(files);
    here.run(['disable', 'a', '--in', 'cursor,codex']);
    expect(here.run(['disable', 'a', '--in', 'cursor,codex'])).toEqual({
      code: 0,
      stdout: '· Nothing to change: disable a in cursor:user, codex:user\n',
      stderr: '',
    });
    expect(here.ask(['enable', 'a', '--in', 'gemini-cli'])).toMatchObject({
      code: 0,
      ok: true,
      data: { changes: [], written: false },
    });
  });

  it('bring back the server when others have changed the file meanwhile', () => {
    const here = machine({ '~/.cursor/mcp.json': files['~/.cursor/mcp.json'] });
    here.run(['disable', 'a', '--in', 'cursor']);
    here.run(['add', 'c', '--to', 'cursor', '--', 'c']);
    here.run(['enable', 'a', '--in', 'cursor']);
    const { data } = here.ask<Listed>(['list']);
    expect(data.servers.map(({ name, state }) => `${name} ${state}`).toSorted()).toEqual([
      'a active',
      'b active',
      'c active',
    ]);
  });

  it('show a dry run', () => {
    const here = machine({ '~/.codex/config.toml': files['~/.codex/config.toml'] });
    expect(here.run(['disable', 'a', '--in', 'codex', '-n'])).toEqual({
      code: 0,
      stdout: `--- HOME/.codex/config.toml
+++ HOME/.codex/config.toml
@@ -1,2 +1,3 @@
 [mcp_servers.a] # here
 command = "a" # run
+enabled = false
`,
      stderr: 'Would write 1 file. Run without --dry-run to apply.\n',
    });
    expect(here.everything()).toEqual(['~/.codex/config.toml']);
  });
});

describe('a server that is said to be on afterwards', () => {
  it('is on although it stood twice in the list of those that are off', () => {
    const here = machine({
      '~/.gemini/settings.json': '{ "mcpServers": { "a": { "command": "a" } }, "mcp": { "excluded": ["a", "a"] } }\n',
    });
    expect(here.run(['enable', 'a', '--in', 'gemini-cli']).code).toBe(0);
    expect(statesOf(here, 'a')).toEqual({ 'gemini-cli': 'active' });
  });

  it('is on although only another file, which is put together with this one, said off', () => {
    const here = machine({
      '~/.codex/config.toml': '[mcp_servers.m]\ncommand = "u"\n',
      '.codex/config.toml': '[mcp_servers.m]\nenabled = false\n',
    });
    expect(statesOf(here, 'm')).toEqual({ codex: 'off' });
    expect(here.run(['enable', 'm', '--in', 'all']).code).toBe(0);
    expect(statesOf(here, 'm')).not.toEqual({ codex: 'off' });
  });
});

describe('what cannot be switched', () => {
  const here = machine(files);

  it.each(['enable', 'disable'])('%s a server that is not there', (verb) => {
    expect(here.run([verb, 'z', '--in', 'codex'])).toEqual({
      code: 4,
      stdout: '',
      stderr: '✗ Unknown server "z" in HOME/.codex/config.toml\n',
    });
    expect(here.ask([verb, 'a'])).toMatchObject({ code: 4, ok: false, errors: [{ code: 'server-elsewhere' }] });
    expect(here.run([verb, 'a', '--in', 'codx'])).toMatchObject({ code: 2, stdout: '' });
    expect(here.run([verb])).toMatchObject({ code: 2, stderr: "✗ missing required argument 'name'\n" });
    expect(here.files()).toEqual(files);
  });
});
