import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { machine } from './support/machine.ts';

const two = {
  '~/.cursor/mcp.json': '{\n  // mine\n  "mcpServers": { "x": { "command": "a" } }\n}\n',
  '~/.codex/config.toml': '# mine\n\n[mcp_servers.x]\ncommand = "a"\n\n[mcp_servers.y]\ncommand = "b"\n',
};

describe('plugboard remove', () => {
  it('removes a server where it is asked to, and nothing else', () => {
    const here = machine(two);
    expect(here.run(['remove', 'x', '--from', 'codex'])).toEqual({
      code: 0,
      stdout: '✓ remove x from codex:user\n  changed ~/.codex/config.toml\n',
      stderr: 'Undo with: plugboard undo\n',
    });
    expect(here.files()).toEqual({ ...two, '~/.codex/config.toml': '# mine\n\n[mcp_servers.y]\ncommand = "b"\n' });
  });

  it('removes it everywhere with --from all', () => {
    const here = machine(two);
    const { code, ok, data } = here.ask<{ changes: { path: string; change: string }[] }>(['rm', 'x', '--from', 'all']);
    expect({ code, ok }).toEqual({ code: 0, ok: true });
    expect(data.changes).toEqual([
      expect.objectContaining({ path: 'HOME/.codex/config.toml', change: 'changed' }),
      expect.objectContaining({ path: 'HOME/.cursor/mcp.json', change: 'changed' }),
    ]);
    expect(here.run(['get', 'x']).code).toBe(4);
    expect(here.read('~/.cursor/mcp.json')).toContain('// mine');
  });

  it('leaves nothing behind of what came with the first server', () => {
    const here = machine();
    const targets = 'claude-code,cursor,codex,opencode:project,gemini-cli,catalog';
    here.run(['add', 'x', '--to', targets, '--', 'run']);
    here.run(['add', 'y', '--to', targets, '--', 'run']);
    here.run(['remove', 'y', '--from', targets]);
    expect(Object.keys(here.files())).toHaveLength(6);
    const { stdout } = here.run(['remove', 'x', '--from', targets]);
    expect(stdout).toContain('  deleted ~/.cursor/mcp.json\n');
    expect(here.files()).toEqual({});
    // Else Cursor would be taken for installed.
    expect(existsSync(here.path('~/.cursor'))).toBe(false);
  });

  it('leaves nothing behind of one that was switched off either', () => {
    const here = machine();
    here.run(['add', 'x', '--to', 'cursor', '--', 'run']);
    here.run(['disable', 'x', '--in', 'cursor']);
    expect(here.run(['remove', 'x', '--from', 'cursor']).code).toBe(0);
    expect(here.run(['get', 'x']).code).toBe(4);
    expect(here.files()).toEqual({});
  });

  it('leaves an empty list that was there', () => {
    const files = { '~/.cursor/mcp.json': '{ "mcpServers": {} }\n' };
    const here = machine(files);
    here.run(['add', 'x', '--to', 'cursor', '--', 'run']);
    here.run(['remove', 'x', '--from', 'cursor']);
    expect(here.files()).toEqual(files);
  });

  it('shows a dry run', () => {
    const here = machine(two);
    expect(here.run(['remove', 'x', '--from', 'cursor', '--dry-run'])).toEqual({
      code: 0,
      stdout: `--- HOME/.cursor/mcp.json
+++ HOME/.cursor/mcp.json
@@ -1,4 +1,4 @@
 {
   // mine
-  "mcpServers": { "x": { "command": "a" } }
+  "mcpServers": { }
 }
`,
      stderr: 'Would write 1 file. Run without --dry-run to apply.\n',
    });
    expect(here.everything()).toEqual(Object.keys(two).toSorted());
  });
});

describe('a server that is in several files', () => {
  it('all of which one client puts together goes from all of them', () => {
    const here = machine({
      '~/.codex/config.toml': '[mcp_servers.x]\ncommand = "u"\n',
      '.codex/config.toml': '[mcp_servers.x]\nargs = ["2"]\n',
    });
    expect(here.run(['remove', 'x', '--from', 'all']).code).toBe(0);
    expect(here.run(['get', 'x']).code).toBe(4);
  });

  it('one of which the client does not read stays there, since it is nothing to it', () => {
    const settings = '{ "mcpServers": { "x": { "command": "a" } }, "model": "m" }\n';
    const here = machine({
      '~/.cursor/mcp.json': '{ "mcpServers": { "x": { "command": "a" } } }\n',
      '.claude/settings.json': settings,
    });
    expect(here.run(['remove', 'x', '--from', 'all']).code).toBe(0);
    expect(here.read('~/.cursor/mcp.json')).not.toContain('"x"');
    expect(here.read('.claude/settings.json')).toBe(settings);
  });

  it('one of which two clients read goes from it once', () => {
    const here = machine({
      '.mcp.json': '{ "mcpServers": { "x": { "command": "a" } } }\n',
      '~/.claude.json': '{}',
      '~/.copilot/mcp-config.json': '{}',
    });
    expect(here.run(['remove', 'x', '--from', 'all']).code).toBe(0);
    expect(here.run(['get', 'x']).code).toBe(4);
  });
});

describe('a server that something still names', () => {
  const files = {
    '.mcp.json': '{ "mcpServers": { "gh": { "command": "a" }, "other": { "command": "b" } } }\n',
    '.claude/settings.json': '{ "permissions": { "allow": ["mcp__gh__create", "mcp__ghx"] } }\n',
    '.claude/agents/helper.md': '---\nname: helper\ntools: Read, mcp__gh__list\n---\nHelp.\n',
  };

  it('stays, and the places are shown', () => {
    const here = machine(files);
    const { code, stdout, stderr } = here.run(['remove', 'gh', '--from', 'claude-code:project']);
    expect({ code, stdout }).toEqual({ code: 5, stdout: '' });
    expect(stderr).toMatch(/^✗ Server "gh" is still referenced in 2 place/);
    expect(stderr).toContain('  fix: use --references rewrite to change them too, or --force to leave them\n');
    expect(stderr).toContain(
      'PROJECT/.claude/settings.json:1:30 "mcp__gh__create" refers to this server [server-referenced]\n',
    );
    expect(stderr).toContain('PROJECT/.claude/agents/helper.md:3:14 "mcp__gh__list" refers to this server');
    expect(stderr).toContain('  3 | tools: Read, mcp__gh__list\n    |              ^^^^^^^^^^^^^\n');
    expect(here.ask(['remove', 'gh', '--from', 'claude-code:project'])).toMatchObject({
      code: 5,
      ok: false,
      errors: [
        {
          code: 'server-referenced',
          details: [
            { line: 1, column: 30 },
            { line: 3, column: 14 },
          ],
        },
      ],
    });
    expect(here.files()).toEqual(files);
  });

  it('goes with --force, and the places are shown all the same', () => {
    const here = machine(files);
    const planned = here.run(['remove', 'gh', '--from', 'claude-code:project', '--force', '-n']);
    expect(planned.code).toBe(0);
    expect(planned.stderr).toContain('  1 | { "permissions": { "allow": ["mcp__gh__create", "mcp__ghx"] } }\n');
    const { code, ok, warnings } = here.ask(['remove', 'gh', '--from', 'claude-code:project', '--force']);
    expect({ code, ok }).toEqual({ code: 0, ok: true });
    expect(warnings).toEqual([
      expect.objectContaining({ code: 'server-referenced', file: 'PROJECT/.claude/settings.json' }),
      expect.objectContaining({ code: 'server-referenced', file: 'PROJECT/.claude/agents/helper.md' }),
    ]);
    expect(JSON.parse(here.read('.mcp.json'))).toEqual({ mcpServers: { other: { command: 'b' } } });
  });
});

describe('a server with its references', () => {
  const files = {
    '.mcp.json': '{ "mcpServers": { "gh": { "command": "a" }, "other": { "command": "b" } } }\n',
    '.claude/settings.json':
      '{\n  "permissions": { "allow": ["mcp__gh__create", "Bash(ls)"] },\n  "hooks": { "PreToolUse": [{ "matcher": "mcp__gh__.*|Write", "hooks": [] }] }\n}\n',
    '.claude/agents/deep/helper.md': '---\nname: helper\ntools: Read, mcp__gh__list\n---\nmcp__gh__list helps.\n',
  };
  const gone = ['remove', 'gh', '--from', 'claude-code:project'];

  it('goes with --references rewrite, in one change that one undo reverts', () => {
    const here = machine(files);
    const planned = here.run([...gone, '--references', 'rewrite', '-n']);
    expect(planned).toMatchObject({ code: 0, stderr: 'Would write 3 files. Run without --dry-run to apply.\n' });
    expect(planned.stdout).toContain('-tools: Read, mcp__gh__list\n+tools: Read\n');
    expect(here.files()).toEqual(files);
    expect(here.ask([...gone, '--references', 'rewrite'])).toMatchObject({
      code: 0,
      warnings: [],
      data: { written: true, references: 'rewrite', changes: { length: 3 } },
    });
    expect(JSON.parse(here.read('.claude/settings.json'))).toEqual({
      permissions: { allow: ['Bash(ls)'] },
      hooks: { PreToolUse: [{ matcher: 'Write', hooks: [] }] },
    });
    expect(here.read('.claude/agents/deep/helper.md')).toBe(
      '---\nname: helper\ntools: Read\n---\nmcp__gh__list helps.\n',
    );
    expect(here.run(['undo']).code).toBe(0);
    expect(here.files()).toEqual(files);
  });

  it('goes alone with --references keep', () => {
    const here = machine(files);
    const { code, data, warnings } = here.ask([...gone, '--references', 'keep']);
    expect({ code, data, warnings }).toMatchObject({
      code: 0,
      data: { references: 'keep', changes: { length: 1 } },
      warnings: { length: 3 },
    });
    expect(here.files()).toEqual({ ...files, '.mcp.json': here.read('.mcp.json') });
  });

  it('stays when a reference must be changed by hand, unless that one may stay', () => {
    const only = '---\nname: helper\ntools: mcp__gh__list\n---\n';
    const here = machine({ ...files, '.claude/agents/deep/helper.md': only });
    expect(here.ask([...gone, '--references', 'rewrite'])).toMatchObject({
      code: 5,
      errors: [{ code: 'server-referenced', details: { length: 1 } }],
    });
    expect(here.ask([...gone, '--references', 'rewrite', '--force'])).toMatchObject({
      code: 0,
      data: { changes: { length: 2 } },
      warnings: [{ code: 'server-referenced' }],
    });
    expect(here.read('.claude/agents/deep/helper.md')).toBe(only);
  });

  it('takes no other word', () => {
    const here = machine(files);
    expect(here.run([...gone, '--references', 'drop'])).toEqual({
      code: 2,
      stdout: '',
      stderr: "✗ --references takes rewrite or keep, not 'drop'\n",
    });
  });
});

describe('what cannot be removed', () => {
  const here = machine(two);
  const fails = (args: string[], code: number, message: string): void => {
    const ended = here.run(['remove', ...args]);
    expect(ended).toMatchObject({ code, stdout: '' });
    expect(ended.stderr.split('\n')[0]).toBe(`✗ ${message}`);
  };

  it('is said, with what might be meant', () => {
    fails(['x'], 4, 'Server "x" is not in your catalog, but in codex:user, cursor:user');
    expect(here.run(['remove', 'x']).stderr).toContain(
      '  fix: use --from codex:user,cursor:user, or only some of them\n',
    );
    fails(['z', '--from', 'all'], 4, 'Unknown server "z". Did you mean "x"?');
    fails(['y', '--from', 'cursor'], 4, 'Unknown server "y" in HOME/.cursor/mcp.json');
    fails(['x', '--from', 'curser'], 2, "unknown client 'curser', did you mean cursor?");
    fails(['x', '--from', 'cursor', '--scope', 'local'], 2, 'cursor has no local scope, only project, user');
    fails([], 2, "missing required argument 'name'");
    expect(here.ask(['remove', 'x', '--from', 'all', '-s', 'local'])).toMatchObject({ code: 4, ok: false });
    expect(here.files()).toEqual(two);
  });
});
