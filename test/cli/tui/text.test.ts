import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { themeOf } from '../../../src/cli/tui/theme.ts';
import { cut, padded, widthOf } from '../../../src/cli/tui/width.ts';
import { wrap } from '../../../src/cli/tui/wrap.ts';

const text = fc.string({ unit: 'grapheme' });

describe('widthOf', () => {
  it.each([
    ['', 0],
    ['abc', 3],
    ['é', 1],
    ['e\u0301', 1],
    ['漢字', 4],
    ['한', 2],
    ['データ', 6],
    ['ﾃ', 1],
    ['🎉', 2],
    ['🇩🇪', 2],
    ['◼◻✗→…│─', 7],
    ['\ufffd', 1],
  ])('%j is %i columns wide', (value, width) => expect(widthOf(value)).toBe(width));
});

describe('cut', () => {
  it.each([
    ['abcdef', 6, 'abcdef'],
    ['abcdef', 5, 'abcd…'],
    ['漢字漢字', 8, '漢字漢字'],
    ['漢字漢字', 7, '漢字漢…'],
    ['漢字漢字', 6, '漢字…'],
    ['é', 1, 'é'],
    ['abc', 1, '…'],
    ['abc', 0, ''],
    ['abc', -3, ''],
  ])('%j in %i columns is %j', (value, width, expected) => expect(cut(value, width, '…')).toBe(expected));

  it('never takes more room, and leaves what fits as it is', () =>
    fc.assert(
      fc.property(text, fc.nat(30), (value, width) => {
        const short = cut(value, width, '…');
        expect(widthOf(short)).toBeLessThanOrEqual(width);
        expect(short === value).toBe(widthOf(value) <= width);
      }),
    ));
});

it('padded fills up by width', () => {
  expect(padded('漢', 4)).toBe('漢  ');
  expect(padded('long', 2)).toBe('long');
});

describe('wrap', () => {
  it.each([
    ['one two three', 7, ['one two', 'three']],
    ['one two three', 13, ['one two three']],
    ['abcdefgh ij', 3, ['abc', 'def', 'gh', 'ij']],
    ['  "args": ["-y", "x"]', 14, ['  "args":', '  ["-y", "x"]']],
    ['漢字漢字', 5, ['漢字', '漢字']],
    ['', 5, ['']],
  ])('%j in %i columns', (value, width, lines) => expect(wrap(value, width)).toEqual(lines));

  it('counts a character with many marks as at most two columns', () => {
    // A musical note of three code points, of which two are spacing marks.
    expect(widthOf('\u{1d158}\u{1d165}\u{1d16e}')).toBeLessThanOrEqual(2);
    expect([widthOf('é'), widthOf('e\u0301'), widthOf('漢'), widthOf('👩‍👩‍👧')]).toEqual([1, 1, 2, 2]);
  });

  it('keeps to the width and loses nothing but blanks', () =>
    fc.assert(
      fc.property(text, fc.integer({ min: 2, max: 30 }), (value, width) => {
        const lines = wrap(value, width);
        for (const line of lines) expect(widthOf(line)).toBeLessThanOrEqual(width);
        expect(lines.join('').replaceAll(' ', '')).toBe(value.replaceAll(' ', ''));
      }),
    ));
});

describe('the look', () => {
  const plain = { color: false, ascii: false };

  it('shows what cannot be seen, on one line and without what changes widths', () => {
    const { line } = themeOf(plain);
    expect(line('evil\u001B[31m\u202E')).toBe('evil\ufffd[31m\ufffd');
    expect(line('two\nlines\t and blanks  ')).toBe('two lines  and blanks');
    expect(line('  ❤\ufe0f 👍\u{1f3fd} e\u0301')).toBe('  ❤ 👍 é');
  });

  it('spells signs in ASCII', () => {
    const { line, signs } = themeOf({ ...plain, ascii: true });
    expect(line('a → b • … \u001B')).toBe('a -> b * ... ?');
    expect(Object.values(signs).join('')).toMatch(/^[ -~]+$/);
  });

  it('paints only when it may', () => {
    expect(themeOf(plain).paint('red', 'x')).toBe('x');
    expect(themeOf({ ...plain, color: true }).paint('red', 'x')).toBe('\u001B[31mx\u001B[39m');
  });
});
