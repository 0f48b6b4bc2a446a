import { expect, it } from 'vitest';
import { closest } from '../../src/model/closest.ts';

it('never means a blank word', () => {
  expect([closest('x', ['', ' ']), closest('', ['a']), closest(' ', ['a', ''])]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});

const words = ['claude-code', 'codex', 'cursor', 'opencode', 'zed'];

it.each([
  ['codx', 'codex'],
  ['cdoex', 'codex'],
  ['Cursor', 'cursor'],
  ['claude', 'claude-code'],
  ['zd', 'zed'],
  ['c', undefined],
  ['something', undefined],
  ['', undefined],
])('%j means %j', (word, meant) => {
  expect(closest(word, words)).toBe(meant);
});
