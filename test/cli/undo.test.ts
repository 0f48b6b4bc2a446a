import { describe, expect, it } from 'vitest';
import { machine, type Machine } from './support/machine.ts';

const before =
  '{\n  "mcpServers": {\n    "old": { "command": "node", "env": { "API_TOKEN": "very-secret-1" } }\n  }\n}\n';

function add(here: Machine, name: string, to = 'claude-code:project'): string {
  return here.ask(['add', name, '--to', to, '--', 'uvx', name]).data.id as string;
}

describe('plugboard undo', () => {
  it('takes the newest change back, to the byte, and says how to redo it', () => {
    const here = machine({ '.mcp.json': before });
    add(here, 'a', 'claude-code:project,codex');
    const after = here.read('.mcp.json');
    const { code, stdout, stderr } = here.run(['undo']);
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: '✓ Undo: add a to claude-code:project, codex:user\n  changed .mcp.json\n  deleted ~/.codex/config.toml\n',
    });
    expect(here.files()).toEqual({ '.mcp.json': before });
    const redo = /^Redo with: plugboard undo (\w+)$/m.exec(stderr)?.[1] ?? '';
    expect(here.run(['undo', redo]).stdout).toContain('✓ Redo: add a to claude-code:project, codex:user\n');
    expect(here.read('.mcp.json')).toBe(after);
  });

  it('shows first what it would do, and that is what it does', () => {
    const here = machine({ '.mcp.json': before });
    add(here, 'a');
    const after = here.read('.mcp.json');
    const dry = here.run(['undo', '--dry-run']);
    expect(dry.code).toBe(0);
    expect(dry.stdout).toContain('-    "a": {\n-      "type": "stdio",\n-      "command": "uvx",');
    expect(dry.stdout).not.toContain('very-secret-1');
    expect(dry.stderr).toBe('Would write 1 file. Run without --dry-run to apply.\n');
    expect(here.read('.mcp.json')).toBe(after);
    const planned = here.ask(['undo', '--dry-run']).data;
    const done = here.ask(['undo']).data;
    expect([planned.written, done.written]).toEqual([false, true]);
    expect(done.changes).toEqual(planned.changes);
  });

  it('takes a certain change back', () => {
    const here = machine();
    const first = add(here, 'a', 'codex');
    add(here, 'b', 'claude-code:project');
    const undone = here.ask(['undo', first]);
    expect(undone).toMatchObject({
      code: 0,
      data: { undoes: first, written: true, title: 'Undo: add a to codex:user' },
    });
    expect(Object.keys(here.files())).toEqual(['.mcp.json']);
  });

  it('refuses when the file was changed since, and names the way out', () => {
    const here = machine({ '.mcp.json': before });
    const id = add(here, 'a');
    here.write('.mcp.json', '{}\n');
    expect(here.run(['undo'])).toEqual({
      code: 5,
      stdout: '',
      stderr: `✗ PROJECT/.mcp.json was changed by another program in the meantime, so nothing was written.\n  fix: to restore the old text anyway: plugboard backup restore ${id}\n`,
    });
    expect(here.ask(['undo'])).toMatchObject({
      code: 5,
      ok: false,
      errors: [{ code: 'conflict', path: 'PROJECT/.mcp.json' }],
    });
    expect(here.read('.mcp.json')).toBe('{}\n');
    expect(here.run(['backup', 'restore', id]).code).toBe(0);
    expect(here.read('.mcp.json')).toBe(before);
  });

  it('does not take the same change back twice', () => {
    const here = machine({ '.mcp.json': before });
    const id = add(here, 'a');
    const undone = here.ask(['undo']).data.id as string;
    expect(here.run(['undo', id])).toEqual({
      code: 5,
      stdout: '',
      stderr: `✗ ${id} is already undone by ${undone}.\n  fix: redo it with: plugboard undo ${undone}\n`,
    });
  });

  it('has nothing to do at first, and knows no other ids', () => {
    expect(machine().run(['undo'])).toEqual({ code: 4, stdout: '', stderr: '✗ Nothing to undo.\n' });
    expect(machine().ask(['undo', 'x'])).toMatchObject({ code: 4, ok: false, errors: [{ code: 'history-missing' }] });
  });
});
