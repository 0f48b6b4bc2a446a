import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { idlePatterns, isOffered } from '../../../src/runtime/tools/tool-filter.ts';

describe('isOffered', () => {
  it.each([
    ['read', undefined, true],
    ['read', {}, true],
    ['read', { allow: ['read'] }, true],
    ['read', { allow: ['Read'] }, false],
    ['read', { allow: [] }, false],
    ['read', { deny: [] }, true],
    ['read', { deny: ['read'] }, false],
    ['read', { allow: ['*'], deny: ['read'] }, false],
    ['read_file', { allow: ['read_*'] }, true],
    ['read', { allow: ['read_*'] }, false],
    ['list_all_files', { allow: ['list_*_files'] }, true],
    ['list_files', { allow: ['list_*_files'] }, false],
    ['aa', { allow: ['a*a'] }, true],
    ['a', { allow: ['a*a'] }, false],
    ['a.b', { allow: ['a?b'] }, false],
    ['a+b', { allow: ['a+*'] }, true],
    ['', { allow: ['*'] }, true],
    ['x', { allow: [''] }, false],
  ])('%s with %j: %s', (tool, filter, offered) => {
    expect(isOffered(tool, filter)).toBe(offered);
  });

  it('takes a star for any text, as a regular expression would', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', '.'), maxLength: 8 });
    const pattern = fc.string({ unit: fc.constantFrom('a', 'b', '.', '*'), maxLength: 8 });
    fc.assert(
      fc.property(pattern, text, (pattern, text) => {
        const expected = new RegExp(`^${pattern.replaceAll('.', '\\.').replaceAll('*', '.*')}$`).test(text);
        expect(isOffered(text, { allow: [pattern] })).toBe(expected);
      }),
    );
  });

  it('is not slowed down by many stars', () => {
    expect(isOffered('a'.repeat(10_000), { allow: [`${'a*'.repeat(2000)}b`] })).toBe(false);
  });
});

it('names patterns that fit no tool', () => {
  expect(idlePatterns(['read', 'write'], { allow: ['r*', 'raed'], deny: ['delete', 'write'] })).toEqual([
    'raed',
    'delete',
  ]);
});
