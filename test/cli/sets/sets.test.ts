import { symlinkSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { machine, type Machine } from '../support/machine.ts';

const directory = '~/.claude/mcp-configs';
const work =
  '{\n  "description": "For the office",\n  "mcpServers": {\n    "linear": { "type": "http", "url": "https://mcp.linear.app/mcp" },\n    "files": { "command": "npx", "args": ["-y", "files@1"], "env": { "API_TOKEN": "very-secret-1" } }\n  }\n}\n';
const bad = '{\n  "mcpServers": {\n    "x": { "command": }\n  }\n}\n';

function withSets(more: Readonly<Record<string, string>> = {}): Machine {
  return machine({ [`${directory}/work.json`]: work, [`${directory}/bad.json`]: bad, ...more });
}

describe('plugboard sets', () => {
  it('says what to do when there are none', () => {
    expect(machine().run(['sets'])).toEqual({
      code: 0,
      stdout: 'No sets in ~/.claude/mcp-configs yet.\n',
      stderr: 'Create one from your servers: plugboard sets create work github linear\n',
    });
  });

  it('proposes a command that starts one, whatever its name', () => {
    const names = ['--odd', 'a b'];
    const here = machine(Object.fromEntries(names.map((name) => [`${directory}/${name}.json`, work])));
    expect(here.run(['sets']).stderr).toContain('plugboard run "a b" ');
  });

  it('lists all of them, those that cannot be used with the reason', () => {
    const here = withSets();
    const { code, stdout, stderr } = here.run(['sets']);
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /^✗ bad {3}cannot be used {2}JSON syntax error: .* \(line 3, column 23\)\n✓ work {2}linear, files {3}For the office\n$/,
    );
    expect(stderr).toContain('2 sets in ~/.claude/mcp-configs, 1 of which cannot be used');
    expect(stderr).toContain('plugboard run work');
    expect(here.run(['sets', 'list']).stdout).toBe(stdout);
    const { data } = here.ask(['sets']);
    expect(data).toMatchObject({
      directory: 'HOME/.claude/mcp-configs',
      sets: [
        { name: 'bad', valid: false, error: expect.stringContaining('line 3, column 23') },
        { name: 'work', valid: true, description: 'work → linear, files', note: 'For the office' },
      ],
    });
    expect(JSON.stringify(data)).not.toContain('very-secret-1');
  });

  it.each([
    [['sets', '--config-dir', 'a'], {}],
    [['sets', '--config-dir=a'], {}],
    [['sets', 'list', '-c', 'a'], { PLUGBOARD_CONFIG_DIR: 'b' }],
    [['sets'], { PLUGBOARD_CONFIG_DIR: 'a', CCMCP_CONFIG_DIR: 'b' }],
    [['sets'], { CCMCP_CONFIG_DIR: 'a' }],
  ])('looks where it is told to: %j %j', (args, env) => {
    const here = machine({ 'a/only-a.json': '{}', 'b/only-b.json': '{}' });
    expect(here.run(args, { env }).stdout).toContain('only-a  (no servers)');
  });

  it('distinguishes a named directory that is missing from a default one not created yet', () => {
    const { code, stderr } = machine().run(['sets', '--config-dir', 'nowhere']);
    expect(code).toBe(4);
    expect(stderr).toContain('Config directory not found: PROJECT/nowhere');
    expect(machine({ file: '' }).run(['sets', '--config-dir', 'file']).stderr).toContain('not a directory');
  });

  it('shows one with its secrets masked, or why it cannot be used', () => {
    const here = withSets();
    const shown = here.run(['sets', 'show', 'work']);
    expect(shown.stdout).toContain('For the office\n');
    expect(shown.stdout).toMatch(/linear {2}http {3}https:\/\/mcp\.linear\.app\/mcp/);
    expect(shown.stdout).not.toContain('very-secret-1');
    expect(here.run(['sets', 'show', 'bad']).stdout).toContain('JSON syntax error');
    const { code, stderr } = here.run(['sets', 'show', 'wrok']);
    expect(code).toBe(4);
    expect(stderr).toContain('Did you mean "work"?');
  });

  it('makes one of servers from sets, the catalog and assistants, and can take it back', () => {
    const here = withSets({
      '~/.cursor/mcp.json': '{ "mcpServers": { "figma": { "url": "https://figma.test/mcp" } } }',
    });
    here.run(['add', 'mine', '--', 'uvx', 'mine']);
    expect(
      here.run(['sets', 'create', 'demo', 'linear', 'mine', 'cursor/figma', '--description', 'To show']),
    ).toMatchObject({
      code: 0,
    });
    expect(JSON.parse(here.read(`${directory}/demo.json`))).toEqual({
      description: 'To show',
      mcpServers: {
        linear: { type: 'http', url: 'https://mcp.linear.app/mcp' },
        mine: { type: 'stdio', command: 'uvx', args: ['mine'] },
        figma: { type: 'http', url: 'https://figma.test/mcp' },
      },
    });
    expect(here.run(['sets', 'create', 'demo', 'linear'])).toMatchObject({ code: 5 });
    expect(here.run(['undo'])).toMatchObject({ code: 0 });
    expect(here.read(`${directory}/demo.json`)).toBe('');
  });

  it('makes the directory with the first set, and an empty set', () => {
    const here = machine();
    expect(here.run(['sets', 'create', 'empty'])).toMatchObject({ code: 0 });
    expect(JSON.parse(here.read(`${directory}/empty.json`))).toEqual({ mcpServers: {} });
    expect(here.ask(['sets']).data.sets).toMatchObject([{ name: 'empty', valid: true }]);
    expect(here.run(['sets', 'create', '../out'])).toMatchObject({ code: 2 });
  });

  it('asks which one is meant when two sets differ', () => {
    const here = withSets({ [`${directory}/other.json`]: '{ "mcpServers": { "files": { "command": "other" } } }' });
    const { code, stderr } = here.run(['sets', 'create', 'demo', 'files']);
    expect(code).toBe(5);
    expect(stderr).toContain('other/files and work/files');
    expect(here.run(['sets', 'create', 'demo', 'other/files'])).toMatchObject({ code: 0 });
    expect(here.run(['sets', 'create', 'demo2', 'work/nothing'])).toMatchObject({ code: 4 });
  });

  it('adds and removes servers without touching anything else in the file', () => {
    const here = withSets({ [`${directory}/other.json`]: '{ "mcpServers": { "extra": { "command": "e" } } }' });
    expect(here.run(['sets', 'add', 'work', 'extra'])).toMatchObject({ code: 0 });
    expect(here.read(`${directory}/work.json`)).toContain('"API_TOKEN": "very-secret-1"');
    expect(Object.keys(JSON.parse(here.read(`${directory}/work.json`)).mcpServers as object)).toEqual([
      'linear',
      'files',
      'extra',
    ]);
    expect(here.run(['sets', 'add', 'work', 'extra'])).toMatchObject({ code: 5 });
    expect(here.run(['sets', 'remove', 'work', 'extra'])).toMatchObject({ code: 0 });
    expect(here.read(`${directory}/work.json`)).toBe(work);
    expect(here.run(['sets', 'add', 'bad', 'extra'])).toMatchObject({ code: 3 });
    expect(here.run(['sets', 'remove', 'work', 'nothing'])).toMatchObject({ code: 4 });
  });

  it('renames, describes and removes a set', () => {
    const here = withSets();
    expect(here.run(['sets', 'rename', 'work', 'bad'])).toMatchObject({ code: 5 });
    expect(here.run(['sets', 'rename', 'work', 'office'])).toMatchObject({ code: 0 });
    expect(here.read(`${directory}/office.json`)).toBe(work);
    expect(here.run(['sets', 'edit', 'office', '--description', 'New words'])).toMatchObject({ code: 0 });
    expect(here.read(`${directory}/office.json`)).toBe(work.replace('For the office', 'New words'));
    expect(here.run(['sets', 'edit', 'office'])).toMatchObject({ code: 2 });
    expect(here.run(['sets', 'remove', 'office', '--dry-run'])).toMatchObject({ code: 0 });
    expect(here.run(['sets', 'remove', 'office'])).toMatchObject({ code: 0 });
    expect(here.read(`${directory}/office.json`)).toBe('');
    expect(here.run(['sets', 'remove', 'bad'])).toMatchObject({ code: 0 });
  });

  it('prints one for others, with references in place of secrets', () => {
    const { stdout, stderr } = withSets().run(['sets', 'export', 'work']);
    expect(JSON.parse(stdout)).toMatchObject({
      description: 'For the office',
      mcpServers: { files: { env: { API_TOKEN: expect.stringMatching(/^\$\{\w+\}$/) } } },
    });
    expect(stdout).not.toContain('very-secret-1');
    expect(stderr).toContain('set these variables');
  });

  it('cleans up links that lead nowhere and nothing else', () => {
    const here = withSets();
    symlinkSync('/nowhere/at/all.json', here.path(`${directory}/gone.json`));
    const dry = here.run(['sets', 'cleanup', '--dry-run']);
    expect(dry.stdout).toBe(
      '- link ~/.claude/mcp-configs/gone.json points to /nowhere/at/all.json, which does not exist\n',
    );
    expect(here.run(['sets', 'cleanup', '--yes']).stdout).toBe('✓ 1 broken link removed\n');
    expect(here.run(['sets', 'cleanup']).stdout).toBe('Nothing to clean up.\n');
    expect(here.ask(['sets']).data.sets).toHaveLength(2);
  });

  it('knows no other words', () => {
    expect(machine().run(['sets', 'creat', 'x'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("unknown command 'sets creat', did you mean create?"),
    });
  });
});
