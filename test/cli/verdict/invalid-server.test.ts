import { describe, expect, it } from 'vitest';
import { askInProcess } from '../support/in-process.ts';
import { machine } from '../support/machine.ts';

const invalid = '{"mcpServers":{"bad":{"command":5},"good":{"command":"node"}}}';

/** Every command that takes the name of a server and uses its definition. */
const lines: readonly (readonly string[])[] = [
  ['test', 'bad'],
  ['tools', 'bad'],
  ['call', 'bad', 'x'],
  ['resources', 'bad'],
  ['prompts', 'bad'],
  ['auth', 'login', 'bad'],
  ['reauth', 'bad'],
  ['approve', 'bad'],
  ['deny', 'bad'],
  ['import', 'cursor', 'bad'],
  ['import', 'all', 'bad'],
  ['export', 'bad', '--from', 'cursor'],
  ['export', 'bad', '--from', 'cursor:user'],
  ['sets', 'create', 'new', 'bad'],
  ['sets', 'create', 'new', 'cursor/bad'],
  ['sets', 'add', 'work', 'bad'],
  ['run', '--servers', 'bad', '--dry-run'],
  ['run', '--servers', 'cursor/bad', '--dry-run'],
];

describe('a server with an invalid definition is invalid for every command, never unknown', () => {
  it.each(lines.map((line) => [line.join(' '), line] as const))('%s', async (_, line) => {
    const here = machine({ '~/.cursor/mcp.json': invalid, '~/.claude/mcp-configs/work.json': '{"mcpServers":{}}' });
    const { code, errors } = await askInProcess(here, line);
    expect([code, errors.map((one) => one.code)]).toEqual([3, ['server-invalid']]);
    expect(errors[0]).toMatchObject({
      message: expect.stringContaining(`${here.path('~/.cursor/mcp.json')}:1:33`),
      hint: 'Make command a string',
    });
  });

  it('a name that no file has is unknown', async () => {
    const here = machine({ '~/.cursor/mcp.json': invalid });
    for (const line of [
      ['import', 'cursor', 'nope'],
      ['export', 'nope', '--from', 'cursor'],
      ['sets', 'create', 'x', 'nope'],
    ])
      expect(await askInProcess(here, line)).toMatchObject({ code: 4, errors: [{ code: 'server-unknown' }] });
  });

  it('a server of a set that cannot be read may be missing for that reason', async () => {
    const set = '~/.claude/mcp-configs/work.json';
    const here = machine({ [set]: '{' });
    for (const name of ['work/a', 'a']) {
      const { code, errors } = await askInProcess(here, ['sets', 'create', 'new', name]);
      expect([code, errors.map((one) => one.code)]).toEqual([3, ['server-unknown', 'syntax']]);
      expect(errors[1]?.['file']).toBe(here.path(set));
    }
  });
});
