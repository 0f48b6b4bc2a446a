import { describe, expect, it } from 'vitest';
import { machine } from './support/machine.ts';

const files = {
  '~/.codex/config.toml': '# mine\n[mcp_servers.a]\ncommand = "a" # run\nenabled = false\nstartup_timeout_sec = 5\n',
  '~/.cursor/mcp.json':
    '{\n  "mcpServers": {\n    "a": { "command": "a", "envFile": ".env" }, // first\n    "b": { "command": "b" }\n  }\n}\n',
};

describe('plugboard clone', () => {
  it('defines a second server like the first, with what only its client knows', () => {
    const here = machine(files);
    const { code, stdout } = here.run(['clone', 'a', 'c', '--in', 'all']);
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout:
        '✓ clone a as c in codex:user, cursor:user\n  changed ~/.codex/config.toml\n  changed ~/.cursor/mcp.json\n',
    });
    expect(here.read('~/.codex/config.toml')).toBe(
      `${files['~/.codex/config.toml']}\n[mcp_servers.c]\ncommand = "a"\nenabled = false\nstartup_timeout_sec = 5\n`,
    );
    const { data } = here.ask<{ definitions: { state: string; server: unknown }[] }>(['get', 'c']);
    expect(data.definitions).toMatchObject([
      { client: 'codex', state: 'off' },
      { client: 'cursor', state: 'active', server: { command: 'a', extras: { cursor: { envFile: '.env' } } } },
    ]);
    expect(here.run(['remove', 'c', '--from', 'all']).code).toBe(0);
    expect(here.files()).toEqual(files);
  });

  it('answers scripts, also in a dry run', () => {
    const here = machine(files);
    const planned = here.ask(['clone', 'a', 'c', '--in', 'cursor', '-n']);
    expect(planned).toMatchObject({
      code: 0,
      schema: 1,
      ok: true,
      data: { title: 'clone a as c in cursor:user', written: false, unwritten: [] },
      errors: [],
    });
    expect(here.files()).toEqual(files);
  });

  it('needs a server and a free, good name', () => {
    const here = machine(files);
    const taken = here.run(['clone', 'a', 'b', '--in', 'cursor']);
    expect(taken).toMatchObject({ code: 5, stdout: '' });
    expect(taken.stderr).toMatch(/^✗ Server "b" already exists in HOME\/.cursor\/mcp.json\n/);
    expect(taken.stderr).not.toContain('--overwrite');
    expect(here.ask(['clone', 'a', 'b d', '--in', 'cursor'])).toMatchObject({
      code: 3,
      errors: [{ code: 'server-invalid' }],
    });
    expect(here.ask(['clone', 'z', 'c', '--in', 'cursor'])).toMatchObject({
      code: 4,
      errors: [{ code: 'server-missing' }],
    });
    expect(here.run(['clone', 'a', 'c'])).toMatchObject({ code: 4, stdout: '' });
    expect(here.files()).toEqual(files);
  });
});
