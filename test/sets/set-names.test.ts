import { dirname } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createSet, renameSet } from '../../src/sets/change-set.ts';
import { pathOfSet } from '../../src/sets/sets-here.ts';
import { workspace } from '../manage/support/workspace.ts';

it.each([
  'con',
  'NUL',
  'Aux.json',
  'com1',
  'LPT9',
  'prn.txt',
  'con .json',
  'COM\u00b9',
  'conin$',
  'aux .txt',
  'nul  .tar.json',
  'a\tb',
  'a\u001bb',
  '.hidden',
  'a/b',
  'a:b',
])('%s is not the name of a set', (name) => expect(pathOfSet('/sets', name)).toBeUndefined());

it.each(['console', 'nullable', 'com', 'com10', 'auxiliary', 'work', 'my con'])('%s is one', (name) =>
  expect(pathOfSet('/sets', name)).toBe(`/sets/${name}.json`),
);

describe('a name that differs only in case', () => {
  const set = '{ "mcpServers": {} }\n';

  it('is taken, as Windows and macOS have one file for both', async () => {
    const { host, path } = workspace({ 'sets/Work.json': set, 'sets/other.json': set });
    const wanted = { path: path('sets/work.json'), name: 'work' };
    const taken = { code: 'set-exists', data: { name: 'work', file: `${dirname(wanted.path)}/Work.json` } };
    await expect(createSet(host, { ...wanted, servers: {} })).rejects.toMatchObject(taken);
    const other = { path: path('sets/other.json'), name: 'other' };
    await expect(renameSet(host, other, wanted)).rejects.toMatchObject(taken);
  });

  it('cannot be the new name: the file would be written and then deleted', async () => {
    const { host, path } = workspace({ 'sets/Work.json': set });
    const from = { path: path('sets/Work.json'), name: 'Work' };
    await expect(renameSet(host, from, { path: path('sets/work.json'), name: 'work' })).rejects.toMatchObject({
      code: 'set-exists',
    });
  });
});
