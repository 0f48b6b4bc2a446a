import { describe, expect, it } from 'vitest';
import { machine, type Machine } from './support/machine.ts';

const mcp = '{\n  "mcpServers": {\n    "old": { "command": "node", "env": { "API_TOKEN": "very-secret-1" } }\n  }\n}\n';
const codex = '# mine\n[mcp_servers.old]\ncommand = "node"\n';

/** A change of two files and a new third one, and its id. */
function changed(): [Machine, string] {
  const here = machine({ '.mcp.json': mcp, '~/.codex/config.toml': codex });
  const { id } = here.ask(['add', 'a', '--to', 'claude-code:project,codex,cursor', '--', 'uvx', 'a']).data;
  return [here, id as string];
}

describe('plugboard backup', () => {
  it('is empty at first', () => {
    expect(machine().run(['backup'])).toEqual({
      code: 0,
      stdout: 'No backups yet.\n',
      stderr: '',
    });
  });

  it('lists the backups of files that existed', () => {
    const [here, id] = changed();
    const { stdout } = here.run(['backup']);
    expect(stdout.split('\n')).toEqual([
      expect.stringMatching(new RegExp(`^${id}  .{16}  just now  ${mcp.length} B  \\.mcp\\.json$`)),
      expect.stringMatching(new RegExp(`^${id}  .{16}  just now  ${codex.length} B   ~/\\.codex/config\\.toml$`)),
      '',
    ]);
    expect(here.run(['backup', 'list']).stdout).toBe(stdout);
    expect(here.ask(['backup']).data.backups).toMatchObject([
      { id, path: 'PROJECT/.mcp.json', size: mcp.length },
      { id, path: 'HOME/.codex/config.toml', size: codex.length },
    ]);
  });

  it('shows a text with its secrets masked', () => {
    const [here, id] = changed();
    expect(here.run(['backup', 'show', id, '.mcp.json'])).toEqual({
      code: 0,
      stdout: mcp.replace('very-secret-1', '••••••••'),
      stderr: '',
    });
    expect(here.run(['backup', 'show', id, 'config.toml']).stdout).toBe(codex);
    const both = here.run(['backup', 'show', id]);
    expect(both.stdout).toContain('==> .mcp.json\n{\n');
    expect(both.stdout).toContain('==> ~/.codex/config.toml\n# mine\n');
    expect(both.stdout).not.toContain('very-secret-1');
    expect(JSON.stringify(here.ask(['backup', 'show', id]))).not.toContain('very-secret-1');
    expect(here.run(['backup', 'show', id, '--show-secrets'])).toMatchObject({ code: 2, stdout: '' });
  });

  it('writes texts back over whatever is there, as a change that can be undone', () => {
    const [here, id] = changed();
    here.write('.mcp.json', '{ broken');
    const dry = here.run(['backup', 'restore', id, '--dry-run']);
    expect(dry.stdout).toContain('-{ broken');
    expect(here.read('.mcp.json')).toBe('{ broken');
    expect(here.run(['backup', 'restore', id])).toMatchObject({ code: 0 });
    expect([here.read('.mcp.json'), here.read('~/.codex/config.toml')]).toEqual([mcp, codex]);
    expect(here.read('~/.cursor/mcp.json')).toContain('uvx');
    expect(here.run(['undo']).code).toBe(0);
    expect(here.read('.mcp.json')).toBe('{ broken');
  });

  it('writes back only the files that are named, even those that are gone', () => {
    const [here, id] = changed();
    const edited = here.read('.mcp.json');
    here.remove('~/.codex/config.toml');
    const { code, stdout } = here.run(['backup', 'restore', id, '~/.codex/config.toml']);
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: `✓ restore config.toml as before ${id}\n  created ~/.codex/config.toml\n`,
    });
    expect([here.read('.mcp.json'), here.read('~/.codex/config.toml')]).toEqual([edited, codex]);
    expect(here.ask(['backup', 'restore', id, 'config.toml'])).toMatchObject({ code: 0, data: { written: false } });
  });

  it('says what there is when something else is asked for', () => {
    const [here, id] = changed();
    expect(here.run(['backup', 'show', id, 'other.json'])).toEqual({
      code: 4,
      stdout: '',
      stderr: `✗ ${id} has no backup of other.json.\n  fix: it has .mcp.json, ~/.codex/config.toml\n`,
    });
    expect(here.run(['backup', 'restore', 'x'])).toMatchObject({ code: 4 });
    expect(here.run(['backup', 'shwo']).stderr).toBe("✗ unknown command 'backup shwo', did you mean show?\n");
    const fresh = here.ask(['add', 'b', '--to', 'opencode', '--', 'uvx', 'b']).data.id as string;
    expect(here.ask(['backup', 'restore', fresh])).toMatchObject({ code: 4, errors: [{ code: 'backup-missing' }] });
  });
});
