import { describe, expect, it } from 'vitest';
import { machine } from './support/machine.ts';
import { manyStates } from './support/many-states.ts';
import { hostile, unsafe, withSecrets } from './support/secrets.ts';

interface Shown {
  readonly name: string;
  readonly definitions: readonly Record<string, unknown>[];
}

describe('plugboard get', () => {
  it('shows the definition and every file that has it', () => {
    const here = machine({
      '~/.cursor/mcp.json': '{\n  "mcpServers": {\n    "files": { "command": "npx", "args": ["-y"] }\n  }\n}\n',
      '~/.codex/config.toml': 'model = "x"\n\n[mcp_servers.files]\ncommand = "npx"\nargs = ["-y"]\n',
    });
    expect(here.run(['get', 'files'])).toEqual({
      code: 0,
      stdout: `files stdio
  "command": "npx",
  "args": [
    "-y"
  ]
✓ codex   user  active  ~/.codex/config.toml:3
✓ cursor  user  active  ~/.cursor/mcp.json:3

`,
      stderr: '',
    });
    expect(here.ask<Shown>(['show', 'files'])).toMatchObject({
      code: 0,
      schema: 1,
      ok: true,
      data: {
        name: 'files',
        definitions: [
          { client: 'codex', scope: 'user', state: 'active', file: 'HOME/.codex/config.toml', line: 3, issues: [] },
          { client: 'cursor', scope: 'user', state: 'active', file: 'HOME/.cursor/mcp.json', line: 3, column: 5 },
        ],
      },
      warnings: [],
      errors: [],
    });
  });

  it('takes definitions for the same whatever the order of their variables', () => {
    const here = machine({
      '~/.cursor/mcp.json': '{ "mcpServers": { "x": { "command": "a", "env": { "A": "1", "B": "2" } } } }\n',
      '~/.codex/config.toml': '[mcp_servers.x]\ncommand = "a"\nenv = { B = "2", A = "1" }\n',
    });
    expect(here.run(['get', 'x']).stdout.match(/^x stdio$/gm)).toHaveLength(1);
  });

  it('calls the catalog by the name that people give it', () => {
    const here = machine();
    here.run(['add', 'files', '--', 'npx']);
    expect(here.run(['get', 'files']).stdout).toMatch(/^✓ catalog {2}user {2}active {2}/m);
  });

  it('knows no such server, but perhaps the one that was meant', () => {
    const here = machine({ '~/.cursor/mcp.json': '{ "mcpServers": { "github": { "command": "a" } } }\n' });
    expect(here.run(['get', 'githbu'])).toEqual({
      code: 4,
      stdout: '',
      stderr: '✗ Unknown server "githbu". Did you mean "github"?\n  fix: plugboard list shows all of them\n',
    });
    expect(here.ask(['get', 'nothing-like-it'])).toEqual({
      code: 4,
      schema: 1,
      ok: false,
      warnings: [],
      errors: [
        {
          code: 'server-unknown',
          message: 'Unknown server "nothing-like-it"',
          hint: 'plugboard list shows all of them',
        },
      ],
    });
    expect(here.run(['get'])).toEqual({ code: 2, stdout: '', stderr: "✗ missing required argument 'name'\n" });
  });
});

describe('why a definition counts or not', () => {
  const here = manyStates();

  it('another scope counts more: which, and where', () => {
    const { stdout } = here.run(['get', 'a']);
    expect(stdout).toContain('✓ claude-code  local  active  ~/.claude.json:9\n');
    expect(stdout).toContain(
      '! claude-code  project  shadowed  .mcp.json:1: overridden by a scope with higher precedence; local ~/.claude.json:9 is active\n',
    );
    expect(stdout).toContain(
      '! cursor  user  shadowed  ~/.cursor/mcp.json:3: overridden by a scope with higher precedence; project .cursor/mcp.json:1 is active\n',
    );
    const { data } = here.ask<Shown>(['get', 'a']);
    expect(data.definitions).toContainEqual(
      expect.objectContaining({
        client: 'claude-code',
        scope: 'user',
        state: 'shadowed',
        why: 'higher-scope',
        by: { client: 'claude-code', scope: 'local', file: 'HOME/.claude.json', line: 9 },
      }),
    );
  });

  it('being off, whichever way its client has for that', () => {
    const { stdout } = here.run(['get', 'off']);
    expect(stdout).toContain('· claude-code  user  disabled  ~/.claude.json:4: in this project only\n');
    expect(stdout).toContain('· codex  user  disabled  ~/.codex/config.toml:5\n');
  });

  it('waiting for trust, and what to do', () => {
    expect(here.run(['get', 'asks']).stdout).toContain(
      'i claude-code  project  needs approval  .mcp.json:1: approve the project server when Claude Code asks',
    );
  });

  it('the client does not read the file', () => {
    expect(here.run(['get', 'unread']).stdout).toContain(
      'claude-code  project  shadowed  .claude/settings.json:1: the client does not read this file\n',
    );
  });

  it('being invalid: its errors, with their lines', () => {
    const { code, stdout, stderr } = here.run(['get', 'bad']);
    expect(code).toBe(0);
    expect(stdout).toContain('✗ claude-code  user  cannot be used  ~/.claude.json:5');
    expect(stderr).toContain(
      'HOME/.claude.json:5:5 A server of type http needs "url" at mcpServers.bad.url [url-missing]',
    );
    expect(stderr).toContain('  5 |     "bad": { "type": "http" }\n    |     ^^^^^\n');
    expect(here.ask<Shown>(['get', 'bad']).data.definitions).toEqual([
      expect.objectContaining({
        state: 'unusable',
        why: 'invalid',
        issues: [expect.objectContaining({ code: 'url-missing', line: 5, column: 5 })],
      }),
    ]);
  });

  it('being put together from two files, both of which are named', () => {
    const { stdout } = here.run(['get', 'both']);
    expect(stdout).toContain('  "command": "u",\n  "args": [\n    "2"\n  ]\n');
    expect(stdout).toContain('.codex/config.toml:1');
    expect(stdout).toContain('~/.codex/config.toml:1');
  });

  it('having been taken out of the file, and how to put it back', () => {
    const parked = machine({ '.cursor/mcp.json': '{ "mcpServers": { "k": { "command": "k" } } }\n' });
    parked.run(['disable', 'k', '--in', 'cursor:project']);
    expect(parked.run(['get', 'k']).stdout).toBe(
      'k stdio\n  "command": "k"\n· cursor  project  disabled  .cursor/mcp.json: parked by Plugboard; restore it with: plugboard enable k --in cursor:project\n\n',
    );
    expect(parked.ask<Shown>(['get', 'k']).data.definitions).toEqual([
      expect.objectContaining({ state: 'off', why: 'parked', file: 'PROJECT/.cursor/mcp.json' }),
    ]);
  });
});

it('does not show one client as switched off because another is', () => {
  const here = machine({
    '~/.gemini/settings.json': '{ "mcpServers": { "x": { "command": "a" } }, "mcp": { "excluded": ["x"] } }\n',
    '~/.config/opencode/opencode.json': '{ "mcp": { "x": { "type": "local", "command": ["a"] } } }\n',
  });
  const { stdout } = here.run(['get', 'x']);
  expect(stdout).toContain('· gemini-cli  user  disabled');
  expect(stdout).toContain('✓ opencode    user  active');
  expect(stdout).not.toContain('"disabled"');
});

describe('what never reaches the terminal', () => {
  it('a secret anywhere in the definition', () => {
    const here = machine({ '~/.cursor/mcp.json': withSecrets });
    for (const name of ['local', 'remote']) {
      for (const more of [[], ['--json'], ['--verbose']]) {
        const { code, stdout, stderr } = here.run(['get', name, ...more]);
        expect(code).toBe(0);
        expect(stdout).toContain('••••');
        expect(`${stdout}${stderr}`).not.toContain('canary');
      }
    }
    expect(here.run(['get', 'remote']).stdout).toContain('"clientId": "id"');
  });

  it('a secret outside of a terminal, even with --show-secrets', () => {
    const here = machine({ '~/.cursor/mcp.json': withSecrets });
    const message = '--show-secrets requires a terminal as standard output';
    for (const args of [['get', 'local'], ['list'], ['add', 'x', '-n', '-e', 'TOKEN=canary', '--', 'run']])
      expect(here.run([...args.slice(0, 2), '--show-secrets', ...args.slice(2)])).toEqual({
        code: 2,
        stdout: '',
        stderr: `✗ ${message}\n`,
      });
    expect(here.ask(['get', 'local', '--show-secrets'])).toMatchObject({
      code: 2,
      errors: [{ code: 'usage', message }],
    });
  });

  it('a control character', () => {
    const here = machine({ '~/.cursor/mcp.json': hostile });
    const name = 'a\u001b[31mb\u202e';
    const { code, stdout, stderr } = here.run(['get', name]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^a�\[31mb� stdio$/m);
    expect(`${stdout}${stderr}`).not.toMatch(unsafe);
    expect(here.run(['get', name, '--json']).stdout).not.toMatch(unsafe);
    expect(here.run(['get', `${name}x`]).stderr).not.toMatch(unsafe);
    expect(here.run(['get', '__proto__']).stdout).toContain('"command": "p"');
  });
});
