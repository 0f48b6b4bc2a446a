import fc from 'fast-check';
import { expect, it } from 'vitest';
import { positionAt, rangeFinder, rangeOf } from '../../../src/model/diagnostics/position.ts';

it.each([
  ['', 0, 1, 1],
  ['abc', 2, 1, 3],
  ['abc', 3, 1, 4],
  ['a\nb', 1, 1, 2],
  ['a\nb', 2, 2, 1],
  ['a\r\nb', 1, 1, 2],
  ['a\r\nb', 2, 1, 3],
  ['a\r\nb', 3, 2, 1],
  ['a\rb\rc', 4, 3, 1],
  ['a\n\r\n\rb', 5, 4, 1],
  ['a\n', 2, 2, 1],
  ['\ufeffabc', 0, 1, 1],
  ['\ufeffabc', 1, 1, 1],
  ['\ufeffabc', 3, 1, 3],
  ['\ufeffa\nb', 3, 2, 1],
  ['ü😀x', 3, 1, 4],
])('%j at %i is line %i, column %i', (text, offset, line, column) => {
  expect(positionAt(text, offset)).toEqual({ line, column, offset });
});

it('counts as an editor does, for every place of any text', () => {
  const texts = fc
    .array(fc.constantFrom('a', ' ', '\n', '\r\n', '\r', '😀'), { maxLength: 30 })
    .map((all) => all.join(''));
  fc.assert(
    fc.property(texts, fc.nat(), fc.nat(), (text, some, more) => {
      const start = some % (text.length + 1);
      const end = Math.min(text.length, start + (more % 10));
      const before = text.slice(0, start);
      // Between \r and \n the line has not ended yet.
      const lines = (before.endsWith('\r') && text[start] === '\n' ? before.slice(0, -1) + ' ' : before).split(
        /\r\n|\n|\r/,
      );
      expect(positionAt(text, start)).toEqual({
        line: lines.length,
        column: (lines.at(-1)?.length ?? 0) + 1,
        offset: start,
      });
      expect(rangeFinder(text)({ start, end })).toEqual(rangeOf(text, { start, end }));
      expect(rangeOf(text, { start, end }).end).toEqual(positionAt(text, end));
    }),
  );
});
