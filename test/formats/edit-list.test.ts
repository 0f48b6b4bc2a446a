import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyEdits, composeEdits } from '../../src/formats/edit-list.ts';
import type { Edit } from '../../src/formats/types.ts';
import { propertyRuns } from '../support/property-runs.ts';

/** Sorted edits of a text of this length that do not overlap; several may meet at one place. */
function editsOf(g: fc.GeneratorValue, length: number): Edit[] {
  const edits: Edit[] = [];
  let at = 0;
  for (let count = g(fc.nat, 4); count > 0 && at <= length; count -= 1) {
    const offset = at + g(fc.nat, Math.min(4, length - at));
    const removed = g(fc.nat, Math.min(4, length - offset));
    edits.push({ offset, length: removed, text: g(fc.constantFrom, '', 'A', 'BC', 'DEF') });
    at = offset + removed;
  }
  return edits;
}

const isSorted = (edits: readonly Edit[]): boolean =>
  edits.every((edit, index) => {
    const before = edits[index - 1];
    return !before || before.offset + before.length <= edit.offset;
  });

describe('composeEdits', () => {
  it('does in one go what the two do one after the other', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 12 }), fc.gen(), (text, g) => {
        const first = editsOf(g, text.length);
        const between = applyEdits(text, first);
        const second = editsOf(g, between.length);
        const composed = composeEdits(first, second);
        expect(applyEdits(text, composed)).toBe(applyEdits(between, second));
        expect(isSorted(composed)).toBe(true);
      }),
      { numRuns: propertyRuns * 4 },
    );
  });

  it('composes again and again', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 12 }), fc.gen(), (text, g) => {
        let composed: Edit[] = [];
        let current = text;
        for (let round = 0; round < 5; round += 1) {
          const edits = editsOf(g, current.length);
          current = applyEdits(current, edits);
          composed = composeEdits(composed, edits);
          expect(applyEdits(text, composed)).toBe(current);
        }
      }),
      { numRuns: propertyRuns },
    );
  });

  it('keeps edits apart that do not touch, so that a diff stays small', () => {
    const first = [{ offset: 0, length: 1, text: 'x' }];
    const second = [{ offset: 5, length: 0, text: 'y' }];
    expect(composeEdits(first, second)).toEqual([...first, ...second]);
  });

  it('leaves out edits that do nothing', () => {
    expect(composeEdits([{ offset: 1, length: 0, text: 'x' }], [{ offset: 1, length: 1, text: '' }])).toEqual([]);
    expect(composeEdits([], [])).toEqual([]);
  });
});

describe('applyEdits', () => {
  it('replaces, inserts and removes', () => {
    const edits = [
      { offset: 0, length: 0, text: '>' },
      { offset: 1, length: 2, text: 'X' },
      { offset: 4, length: 1, text: '' },
    ];
    expect(applyEdits('abcdef', edits)).toBe('>aXdf');
    expect(applyEdits('abc', [])).toBe('abc');
  });

  it('puts several insertions at one place in their order', () => {
    const edits = ['1', '2', '3'].map((text) => ({ offset: 1, length: 0, text }));
    expect(applyEdits('ab', edits)).toBe('a123b');
  });
});
