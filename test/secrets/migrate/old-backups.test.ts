import fc from 'fast-check';
import { expect, it } from 'vitest';
import { containsAny, finderOf } from '../../../src/secrets/migrate/old-backups.ts';

it('finds one of many texts as a search for each of them does', () => {
  const few = fc.stringMatching(/^[ab\n]{1,9}$/);
  fc.assert(
    fc.property(
      fc.array(few, { minLength: 1, maxLength: 40 }),
      fc.stringMatching(/^[abc\n]{0,60}$/),
      (needles, text) => {
        expect(finderOf(needles)(text)).toBe(containsAny(text, needles));
      },
    ),
  );
});
