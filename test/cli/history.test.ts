import { describe, expect, it } from 'vitest';
import { machine, type Machine } from './support/machine.ts';

const before =
  '{\n  "mcpServers": {\n    "old": { "command": "node", "env": { "API_TOKEN": "very-secret-1" } }\n  }\n}\n';

function add(here: Machine, name: string): string {
  return here.ask(['add', name, '--to', 'claude-code:project', '--', 'uvx', name]).data.id as string;
}

describe('plugboard history', () => {
  it('says what it is for when nothing has happened', () => {
    expect(machine().run(['history'])).toEqual({
      code: 0,
      stdout: 'No changes yet.\n',
      stderr: 'Changes made by Plugboard are listed here. Undo one with: plugboard undo\n',
    });
    expect(machine().ask(['history'])).toMatchObject({ code: 0, ok: true, data: { entries: [], total: 0 } });
  });

  it('lists the newest first, with files, and marks what was undone', () => {
    const here = machine({ '.mcp.json': before });
    const [first, second] = [add(here, 'a'), add(here, 'b')];
    const undone = here.ask(['undo']).data.id as string;
    const { code, stdout } = here.run(['history']);
    expect(code).toBe(0);
    const lines = stdout.split('\n');
    expect(lines[0]).toMatch(
      new RegExp(`^${undone}  \\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d  just now  Undo: add b to claude-code:project$`),
    );
    expect(lines[1]).toBe('  changed .mcp.json');
    expect(lines[2]).toMatch(new RegExp(`^${second} .* add b to claude-code:project \\(undone by ${undone}\\)$`));
    expect(lines[4]).toMatch(new RegExp(`^${first} .* add a to claude-code:project$`));
    expect(lines).toHaveLength(7);
  });

  it('gives scripts exact times and only the files of others', () => {
    const here = machine();
    const id = add(here, 'a');
    expect(here.ask(['history']).data).toEqual({
      entries: [
        {
          id,
          time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as string,
          title: 'add a to claude-code:project',
          files: [{ path: 'PROJECT/.mcp.json', change: 'created' }],
        },
      ],
      total: 1,
    });
  });

  it('lists as many as are asked for', () => {
    const here = machine();
    add(here, 'a');
    const second = add(here, 'b');
    const { data } = here.ask(['history', '--limit', '1']);
    expect([data.entries.map(({ id }: { id: string }) => id), data.total]).toEqual([[second], 2]);
    expect(here.run(['history', '--limit', '1']).stderr).toContain('1 older changes: --limit 2.');
    expect(here.run(['history', '--limit', 'x'])).toMatchObject({
      code: 2,
      stderr: "✗ --limit takes a number of at least 1, not 'x'\n",
    });
  });

  it('shows what a change did, also when a later one came on top, without secrets', () => {
    const here = machine({ '.mcp.json': before });
    const first = add(here, 'a');
    add(here, 'b');
    const { code, stdout, stderr } = here.run(['history', first]);
    expect(code).toBe(0);
    expect(stdout).toContain('+    "a": {\n+      "type": "stdio",\n+      "command": "uvx",');
    expect(stdout).not.toContain('"b"');
    expect(stdout + JSON.stringify(here.ask(['history', first]))).not.toContain('very-secret-1');
    expect(stderr).toContain(`Undo with: plugboard undo ${first}`);
  });

  it('says so when what it did is not known any more', () => {
    const here = machine({ '.mcp.json': before });
    const id = add(here, 'a');
    here.write('.mcp.json', '{}\n');
    expect(here.run(['history', id]).stdout).toContain(
      'changed .mcp.json: changed since, so the result of this change is unknown\n',
    );
    expect(here.ask(['history', id]).data.files).toEqual([
      { path: 'PROJECT/.mcp.json', change: 'changed', unknown: expect.stringContaining('changed since') as string },
    ]);
  });

  it('knows no other ids', () => {
    expect(machine().run(['history', 'nothing'])).toEqual({
      code: 4,
      stdout: '',
      stderr: '✗ No change "nothing" in the history.\n  fix: plugboard history lists the changes\n',
    });
    expect(machine().ask(['history', 'x'])).toMatchObject({
      code: 4,
      ok: false,
      errors: [{ code: 'history-missing' }],
    });
  });
});
