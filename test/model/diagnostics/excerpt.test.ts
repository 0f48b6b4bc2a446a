import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { excerpt } from '../../../src/model/diagnostics/excerpt.ts';
import { rangeOf } from '../../../src/model/diagnostics/position.ts';

/** The excerpt for the first place of `mark` in the text. */
function shown(text: string, mark: string, length = mark.length): string[] {
  const start = text.indexOf(mark);
  return excerpt(text, rangeOf(text, { start, end: start + length }));
}

describe('excerpt', () => {
  it('puts the caret under the place', () => {
    expect(shown('{\n  "a": nope\n}', 'nope')).toEqual(['2 |   "a": nope', '  |        ^^^^']);
  });

  it('shows a tab as one blank, so that the caret fits', () => {
    expect(shown('{\n\t\t"a":\tnope\n}', 'nope')).toEqual(['2 |   "a": nope', '  |        ^^^^']);
  });

  it.each(['\n', '\r\n', '\r'])('knows lines that end in %j', (eol) => {
    expect(shown(['one', 'two', 'three'].join(eol), 'two')).toEqual(['2 | two', '  | ^^^']);
  });

  it('gives the number of the line room', () => {
    expect(shown(`${'\n'.repeat(99)}x = y`, 'y')).toEqual(['100 | x = y', '    |     ^']);
  });

  it('shows one caret for an empty place, also at the end', () => {
    expect(shown('a: b', 'b', 0)).toEqual(['1 | a: b', '  |    ^']);
    expect(excerpt('', rangeOf('', { start: 0, end: 0 }))).toEqual(['1 |', '  | ^']);
    expect(excerpt('a\n', rangeOf('a\n', { start: 2, end: 2 }))).toEqual(['2 |', '  | ^']);
  });

  it('marks up to the end of the line what goes on below', () => {
    expect(shown('a: [1,\n2]', '[1,\n2]')).toEqual(['1 | a: [1,', '  |    ^^^']);
  });

  it('does not show a byte order mark', () => {
    expect(shown('\ufeffa: b', 'b')).toEqual(['1 | a: b', '  |    ^']);
    expect(excerpt('\ufeffa: b', rangeOf('\ufeffa: b', { start: 0, end: 2 }))).toEqual(['1 | a: b', '  | ^']);
  });

  it.each([0, 50, 79, 80, 81, 150, 990])('cuts a long line around column %i', (at) => {
    const [line = '', caret = ''] = shown(`${'.'.repeat(at)}X${'.'.repeat(1000 - at)}`, 'X');
    expect(line.length).toBeLessThanOrEqual(104);
    expect(line[caret.indexOf('^')]).toBe('X');
  });
});

describe('secrets in an excerpt', () => {
  it.each(['hunter2', 'a much longer secret than that'])('are masked, and the caret follows: %s', (secret) => {
    const text = `{ "API_KEY": "${secret}", "b": nope }`;
    expect(shown(text, 'nope')).toEqual([
      '1 | { "API_KEY": "••••••••", "b": nope }',
      '  |                               ^^^^',
    ]);
    expect(shown(text, secret)).toEqual(['1 | { "API_KEY": "••••••••", "b": nope }', '  |               ^^^^^^^^']);
    expect(shown(text, secret.slice(2))[1]).toBe('  |               ^^^^^^^^');
  });

  it.each([
    '"PASSWORD":\n  "hunter2" nope',
    '"args": [\n  "--password",\n  "hunter2" nope',
    'password: >\n  hunter2 nope',
  ])('are known by a name on a line above: %j', (text) => expect(shown(text, 'nope')[0]).not.toContain('hunter2'));
});

describe('a terminal', () => {
  const harmful = [
    '\u001b[31m',
    '\u0007',
    '\u009b2J',
    '\u202e',
    '\u2066',
    '\u200b',
    '\u061c',
    '\u2028',
    '\u{e0041}',
    '\u0000',
  ];

  it.each(harmful)('never sees %j', (text) => {
    const [line = ''] = shown(`a: ${text}b`, 'b');
    expect(line).toBe(`1 | a: ${text.replaceAll(/[^ -~]/g, '\ufffd')}b`);
  });

  it('sees two lines of printable characters, whatever the text', () => {
    const parts = fc.oneof(
      fc.constantFrom(...harmful, '\n', '\r', '\t', '"TOKEN": "', '"'),
      fc.string({ unit: 'binary' }),
    );
    fc.assert(
      fc.property(
        fc.array(parts).map((all) => all.join('')),
        fc.nat(),
        fc.nat(20),
        (text, some, more) => {
          const start = some % (text.length + 1);
          const lines = excerpt(text, rangeOf(text, { start, end: Math.min(text.length, start + more) }));
          expect(lines).toHaveLength(2);
          // oxlint-disable-next-line no-control-regex -- the point of the test.
          expect(lines.join('')).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069\u2028\u2029]/);
          expect(lines[1]).toMatch(/^ +\| +\^+$/);
        },
      ),
    );
  });
});
