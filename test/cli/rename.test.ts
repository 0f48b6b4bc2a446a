import { describe, expect, it } from 'vitest';
import { machine } from './support/machine.ts';

const files = {
  '~/.codex/config.toml': `# top
model = "x"

# about a
[mcp_servers.a] # here
command = "a" # run
# inner
[mcp_servers.a.env]
K = "v" # k

[mcp_servers.b]
command = "b"
`,
  '~/.cursor/mcp.json':
    '{\n  // about a\n  "mcpServers": { "a": { "command": "a" /* c */ }, "b": { "command": "b" } },\n}\n',
  '~/.gemini/settings.json': '{ "mcpServers": { "a": { "command": "a" } }, "mcp": { "excluded": ["a", "k"] } }\n',
};

describe('plugboard rename', () => {
  it('changes only the name, also in lists of disabled servers', () => {
    const here = machine(files);
    const { code, stdout } = here.run(['rename', 'a', 'zed', '--in', 'all']);
    expect({ code, first: stdout.split('\n')[0] }).toEqual({
      code: 0,
      first: '✓ rename a to zed in codex:user, cursor:user, gemini-cli:user',
    });
    expect(here.files()).toEqual({
      '~/.codex/config.toml': files['~/.codex/config.toml'].replaceAll('mcp_servers.a', 'mcp_servers.zed'),
      '~/.cursor/mcp.json': files['~/.cursor/mcp.json'].replace('"a":', '"zed":'),
      '~/.gemini/settings.json': files['~/.gemini/settings.json'].replace('"a":', '"zed":').replace('["a"', '["zed"'),
    });
    expect(here.ask(['mv', 'zed', 'a', '--in', 'all'])).toMatchObject({ code: 0, ok: true, data: { written: true } });
    expect(here.files()).toEqual(files);
  });

  it('takes a server along that is switched off and not in its file', () => {
    const here = machine({ '~/.cursor/mcp.json': files['~/.cursor/mcp.json'] });
    here.run(['disable', 'a', '--in', 'cursor']);
    expect(here.run(['rename', 'a', 'zed', '--in', 'cursor']).code).toBe(0);
    expect(here.run(['enable', 'zed', '--in', 'cursor']).code).toBe(0);
    expect(here.read('~/.cursor/mcp.json')).toContain('"zed": {');
  });
});

describe('a renamed server that something names', () => {
  const before = {
    '.mcp.json': '{ "mcpServers": { "gh": { "command": "a" } } }\n',
    '.claude/settings.json':
      '{\n  "permissions": { "allow": ["mcp__gh__create", "mcp__ghx"] },\n  "hooks": { "PreToolUse": [{ "matcher": "mcp__gh__.*", "hooks": [] }] }\n}\n',
    '.claude/agents/deep/helper.md': '---\nname: helper\ntools: Read, mcp__gh__list\n---\nmcp__gh__list helps.\n',
  };
  const renaming = ['rename', 'gh', 'github', '--in', 'claude-code:project'];

  it('keeps its references as they are unless told otherwise, and lists them', () => {
    const here = machine(before);
    const shown = here.run([...renaming, '-n']);
    expect(shown.stderr).toContain('PROJECT/.claude/settings.json:2:30 "mcp__gh__create" refers to this server');
    expect(shown.stderr).toContain('fix: Write "mcp__github__create" instead');
    expect(here.ask(renaming)).toMatchObject({
      code: 0,
      data: { references: 'keep', changes: { length: 1 } },
      warnings: [{ code: 'server-referenced' }, { code: 'server-referenced' }, { code: 'server-referenced' }],
    });
    expect(here.files()).toEqual({ ...before, '.mcp.json': before['.mcp.json'].replace('"gh"', '"github"') });
  });

  it('takes them along with --references rewrite, in one change that one undo reverts', () => {
    const here = machine(before);
    expect(here.run([...renaming, '--references', 'rewrite', '-n']).stderr).toBe(
      'Would write 3 files. Run without --dry-run to apply.\n',
    );
    expect(here.ask([...renaming, '--references', 'rewrite'])).toMatchObject({
      code: 0,
      warnings: [],
      data: { references: 'rewrite', changes: { length: 3 } },
    });
    expect(here.files()).toEqual({
      '.mcp.json': before['.mcp.json'].replace('"gh"', '"github"'),
      '.claude/settings.json': before['.claude/settings.json'].replaceAll('mcp__gh__', 'mcp__github__'),
      '.claude/agents/deep/helper.md': before['.claude/agents/deep/helper.md'].replace('mcp__gh__', 'mcp__github__'),
    });
    expect(here.run(['undo']).code).toBe(0);
    expect(here.files()).toEqual(before);
  });

  it('says nothing while the client has the old name in another file', () => {
    const here = machine({ ...before, '~/.claude.json': '{ "mcpServers": { "gh": { "command": "a" } } }\n' });
    expect(here.ask(renaming)).toMatchObject({ code: 0, warnings: [] });
  });
});

describe('what cannot be renamed', () => {
  const here = machine(files);

  it('a server whose new name is taken, with a way out that exists', () => {
    const { code, stdout, stderr } = here.run(['rename', 'a', 'b', '--in', 'all']);
    expect({ code, stdout }).toEqual({ code: 5, stdout: '' });
    expect(stderr).toMatch(/^✗ Server "b" already exists in HOME\/.codex\/config.toml\n/);
    expect(stderr).not.toContain('--overwrite');
    expect(here.ask(['rename', 'a', 'b', '--in', 'cursor'])).toMatchObject({
      code: 5,
      ok: false,
      errors: [{ code: 'server-exists' }],
    });
  });

  it('a server to an invalid name', () => {
    expect(here.run(['rename', 'a', 'b d', '--in', 'codex'])).toEqual({
      code: 3,
      stdout: '',
      stderr: '✗ Invalid server config: Server name "b d" may only contain letters, digits, ".", "_" and "-"\n',
    });
    expect(here.run(['rename', 'a', '', '--in', 'codex']).code).toBe(3);
    expect(here.run(['rename', 'a'])).toMatchObject({ code: 2, stderr: "✗ missing required argument 'new-name'\n" });
  });

  it('a server to the name it has', () => {
    expect(here.run(['rename', 'a', 'a', '--in', 'codex'])).toEqual({
      code: 2,
      stdout: '',
      stderr: '✗ the server is already named a; choose another name\n',
    });
    expect(here.files()).toEqual(files);
  });

  it('a server that is not there', () => {
    expect(here.run(['rename', 'c', 'd', '--in', 'cursor'])).toMatchObject({ code: 4, stdout: '' });
    expect(here.ask(['rename', 'nothing', 'd'])).toMatchObject({ code: 4, errors: [{ code: 'server-unknown' }] });
    expect(here.ask(['rename', 'a', 'd'])).toMatchObject({ code: 4, errors: [{ code: 'server-elsewhere' }] });
    expect(here.files()).toEqual(files);
  });
});
