import { lstatSync, mkdirSync, readlinkSync, rmSync, symlinkSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { machine, type Machine } from '../support/machine.ts';

const directory = '~/.claude/mcp-configs';
const text = '{ "name": "team", "mcpServers": { "git": { "command": "uvx" } } }\n';

/** A machine whose set `team` is a link to a file in `~/dotfiles`. */
function withLinkedSet(target = '../../dotfiles/team.json'): Machine {
  const here = machine({ '~/dotfiles/team.json': text, [`${directory}/other.json`]: '{}' });
  symlinkSync(target, here.path(`${directory}/team.json`));
  return here;
}

function linkIn(here: Machine, set: string): string | undefined {
  const path = here.path(`${directory}/${set}.json`);
  return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ? readlinkSync(path) : undefined;
}

describe('a set that is a symbolic link', () => {
  it('loses its link and not its file with sets remove, and undo brings the link back', () => {
    const here = withLinkedSet();
    const dry = here.run(['sets', 'remove', 'team', '--dry-run']);
    expect(dry).toMatchObject({ code: 0, stdout: expect.stringContaining('-../../dotfiles/team.json') });
    expect(here.run(['sets', 'remove', 'team'])).toMatchObject({
      code: 0,
      stdout: '✓ remove set team\n  deleted link ~/.claude/mcp-configs/team.json\n',
    });
    expect(here.read('~/dotfiles/team.json')).toBe(text);
    expect(lstatSync(here.path(`${directory}/team.json`), { throwIfNoEntry: false })).toBeUndefined();
    expect(here.run(['undo'])).toMatchObject({ code: 0 });
    expect(linkIn(here, 'team')).toBe('../../dotfiles/team.json');
    expect(here.run(['undo', '--json'])).toMatchObject({ code: 4 });
  });

  it('is renamed as a link, and its file keeps its name and its text', () => {
    const here = withLinkedSet();
    expect(here.run(['sets', 'rename', 'team', 'crew'])).toMatchObject({ code: 0 });
    expect(linkIn(here, 'crew')).toBe('../../dotfiles/team.json');
    expect(linkIn(here, 'team')).toBeUndefined();
    expect(here.read('~/dotfiles/team.json')).toBe(text);
    expect(here.ask(['sets', 'show', 'crew']).data).toMatchObject({ valid: true });
    expect(here.run(['undo'])).toMatchObject({ code: 0 });
    expect(linkIn(here, 'team')).toBe('../../dotfiles/team.json');
    expect(linkIn(here, 'crew')).toBeUndefined();
  });

  it('stays a link when its content changes', () => {
    const here = withLinkedSet();
    expect(here.run(['sets', 'edit', 'team', '--description', 'Ours'])).toMatchObject({ code: 0 });
    expect(here.run(['sets', 'create', 'team', '--overwrite'])).toMatchObject({ code: 0 });
    expect(linkIn(here, 'team')).toBe('../../dotfiles/team.json');
    expect(JSON.parse(here.read('~/dotfiles/team.json'))).toEqual({ mcpServers: {} });
  });

  it.each(['/nowhere/at/all.json', '../../dotfiles/gone.json', 'team.json'])(
    'can be removed and renamed when it leads nowhere: %s',
    (target) => {
      const here = withLinkedSet(target);
      expect(here.run(['sets', 'rename', 'team', 'crew'])).toMatchObject({ code: 0 });
      expect(linkIn(here, 'crew')).toBe(target);
      expect(here.run(['sets', 'remove', 'crew'])).toMatchObject({ code: 0 });
      expect(linkIn(here, 'crew')).toBeUndefined();
      expect(here.run(['undo'])).toMatchObject({ code: 0 });
      expect(linkIn(here, 'crew')).toBe(target);
    },
  );

  it.each([
    ['create', 'team'],
    ['create', 'team', '--overwrite'],
    ['create', 'team', '--json'],
    ['rename', 'other', 'team'],
    ['edit', 'team', '--description', 'x'],
    ['add', 'team', 'git'],
  ])('that leads nowhere is not written through by sets %s', (...args) => {
    const here = withLinkedSet('../../dotfiles/gone.json');
    const { code, stdout, stderr } = here.run(['sets', ...args]);
    expect([3, 4, 5]).toContain(code);
    expect(stdout + stderr).toMatch(/team|git/);
    expect(here.read('~/dotfiles/gone.json')).toBe('');
    expect(linkIn(here, 'team')).toBe('../../dotfiles/gone.json');
    expect(here.read(`${directory}/other.json`)).toBe('{}');
  });

  it('says how to get rid of a link that leads nowhere', () => {
    const { code, stderr } = withLinkedSet('/nowhere.json').run(['sets', 'create', 'team']);
    expect(code).toBe(5);
    expect(stderr).toContain('is a symbolic link to /nowhere.json, which does not exist');
    expect(stderr).toContain('fix: remove the link first: plugboard sets remove team');
  });

  it('is not brought back over something that has taken its place', () => {
    const here = withLinkedSet();
    here.run(['sets', 'remove', 'team']);
    here.write(`${directory}/team.json`, '{}');
    expect(here.run(['undo'])).toMatchObject({ code: 5 });
    expect(here.read(`${directory}/team.json`)).toBe('{}');
  });

  it('is nothing that backup writes back as a text', () => {
    const here = withLinkedSet();
    here.run(['sets', 'remove', 'team']);
    const [{ id }] = here.ask(['history']).data.entries;
    expect(here.run(['backup', 'restore', id as string]).code).not.toBe(0);
    expect(here.read(`${directory}/team.json`)).toBe('');
  });
});

describe('a directory of sets that is a symbolic link', () => {
  it('is used as if it were the directory', () => {
    const here = machine({ '~/team/a.json': text.replace('team', 'a') });
    mkdirSync(here.path('~/.claude'), { recursive: true });
    symlinkSync(here.path('~/team'), here.path(directory));
    expect(here.run(['sets', 'rename', 'a', 'b'])).toMatchObject({ code: 0 });
    expect(here.read('~/team/b.json')).toBe(text.replace('team', 'b'));
    expect(here.run(['sets', 'remove', 'b'])).toMatchObject({ code: 0 });
    expect(here.run(['undo'])).toMatchObject({ code: 0 });
    expect(lstatSync(here.path(directory)).isSymbolicLink()).toBe(true);
    rmSync(here.path('~/team'), { recursive: true });
    expect(here.run(['sets']).code).toBe(0);
  });
});

describe('sets rename', () => {
  it.each([
    ['its old name', '{ "name": "old", "x": 1 }', '"name": "new"'],
    ['another name', '{ "name": "A title" }', '"name": "A title"'],
    ['a text that is no JSON', '{ "name": "old", ', '{ "name": "old", '],
  ])('changes the inner name of a set that says %s only when it is the old one', (_, before, after) => {
    const here = machine({ [`${directory}/old.json`]: before });
    expect(here.run(['sets', 'rename', 'old', 'new.json'])).toMatchObject({ code: 0 });
    expect(here.read(`${directory}/new.json`)).toContain(after);
  });
});
