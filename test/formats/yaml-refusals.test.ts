import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { removeValue, renameKey, setValue } from '../../src/formats/edit.ts';
import { yaml } from '../../src/formats/yaml/index.ts';
import { describe as inWords } from '../../src/model/diagnostics/diagnostic.ts';
import { propertyRuns } from '../support/property-runs.ts';

describe('YAML that is not edited', () => {
  it.each([
    ['a: 1\n---\nb: 2\n', '2:1', 'YAML syntax error: more than one document in one file'],
    ['a: 1\nb: 2\n"a": 3\n', '3:1', '"a" is already defined on line 1'],
    ['{1: a, "1": b}', '1:8', '"1" is already defined on line 1'],
    ['a: *x\n', '1:4', 'YAML syntax error: this alias has no anchor above it'],
    ['a: &x [*x]\n', '1:8', 'YAML syntax error: this alias refers to a value that contains it'],
    ['a: \u0000\n', '1:4', 'YAML syntax error: a character that YAML does not allow'],
    ['# x\ra: 1\n', '1:4', 'YAML syntax error: a carriage return without a line feed'],
    ['a: "x\n', '2:1', 'YAML syntax error: missing closing "quote'],
    ['a: "x" sk-secret\n', '1:8', 'YAML syntax error: unexpected scalar at node end'],
    ['- a\nsk-secret\n', '2:1', 'YAML syntax error: unexpected scalar at node end'],
    ['a: {b: 1}: c\n', '1:10', 'YAML syntax error: this entry is not aligned with the one before it'],
    ['a: 1\nb\n  : 2\n', '2:1', 'YAML syntax error: this entry is not aligned with the one before it'],
    ['a: b: c\n', '1:4', 'YAML syntax error: nested mappings are not allowed in compact mappings'],
    ['\ufeffa:\n\t- b\n', '2:1', 'YAML syntax error: tabs are not allowed as indentation'],
  ])('%j', (text, place, words) => {
    const [issue] = yaml.parse(text).diagnostics;
    const start = issue?.range?.start;
    expect([`${start?.line}:${start?.column}`, issue && inWords(issue).message]).toEqual([place, words]);
    expect(() => setValue(yaml, text, ['new'], 1)).toThrowError(
      expect.objectContaining({ code: 'document-malformed' }),
    );
  });

  it('refuses to expand aliases without end', () => {
    const levels = 'bcdefghij'
      .split('')
      .map((name, index) => `${name}: &${name} [${Array(10).fill(`*${'abcdefghi'[index]}`).join()}]`);
    const [issue] = yaml.parse(['a: &a [1, 2, 3]', ...levels].join('\n')).diagnostics;
    expect(issue).toMatchObject({
      code: 'syntax',
      args: { problem: 'the aliases of this document expand to too many values' },
    });
  });

  it('refuses an edit behind an alias, and one that an alias would spread', () => {
    const text = 'a: &x {p: 1}\nb: *x\n';
    const why = 'it is defined elsewhere in the file, through an alias';
    const behind = expect.objectContaining({ code: 'value-inexpressible', data: { path: 'b.p', why } });
    expect(() => setValue(yaml, text, ['b', 'p'], 2)).toThrowError(behind);
    expect(() => removeValue(yaml, text, ['b', 'p'])).toThrowError(behind);
    expect(() => renameKey(yaml, text, ['b', 'p'], 'q')).toThrowError(behind);
    expect(() => setValue(yaml, text, ['b', 'q'], 2)).toThrowError(
      expect.objectContaining({ code: 'value-inexpressible' }),
    );
    expect(() => setValue(yaml, text, ['a', 'p'], 2)).toThrowError(
      expect.objectContaining({ code: 'edit-unverified' }),
    );
    expect(() => removeValue(yaml, text, ['a'])).toThrowError(expect.objectContaining({ code: 'edit-unverified' }));
  });

  it('refuses what has no place in the text', () => {
    const refused = expect.objectContaining({ code: 'value-inexpressible' });
    expect(() => setValue(yaml, '[a: 1]\n', [0, 'b'], 2)).toThrowError(refused);
    expect(() => setValue(yaml, '? a\n', ['a'], 2)).toThrowError(refused);
    expect(() => renameKey(yaml, '? [a]\n: 1\n', ['[a]'], 'b')).toThrowError(refused);
  });
});

describe('YAML: hostile texts', () => {
  it.each([
    ['brackets', '['.repeat(50_000)],
    ['closed brackets', '['.repeat(5000) + ']'.repeat(5000)],
    ['braces', `${'{a: '.repeat(5000)}1${'}'.repeat(5000)}`],
    ['dashes', `${'- '.repeat(20_000)}x`],
    ['indents', Array.from({ length: 3000 }, (_, depth) => `${' '.repeat(depth)}a:`).join('\n')],
    ['quotes', '"'.repeat(50_000)],
    ['controls', '\u0002\u0018\u001f\ufeff\ud800\r'],
  ])('survives %s', (_name, text) => {
    const { diagnostics } = yaml.parse(text);
    expect(diagnostics.length).toBeGreaterThan(0);
    expect(diagnostics.every(({ severity, range }) => severity === 'error' && range !== undefined)).toBe(true);
  });

  it('never throws, whatever the text', () => {
    const marks = '[]{}:-?,#&*!|>%@`"\'\\~ \n\t\r\u0000\ufeff\ud800'.split('');
    const words = ['\n  ', '\r\n', ': ', '- ', '---', '...', '&a ', '*a', '|+', 'a', '1', '"x"', '!!str ', '<<'];
    const pieces = fc.constantFrom(...marks, ...words);
    const texts = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(pieces, { maxLength: 30 }).map((all) => all.join('')),
    );
    fc.assert(
      fc.property(texts, (text) => {
        const document = yaml.parse(text);
        document.locate(['a']);
        for (const { range } of document.diagnostics) {
          expect(range?.start.offset).toBeLessThanOrEqual(range?.end.offset ?? -1);
          expect(range?.end.offset).toBeLessThanOrEqual(text.length);
        }
      }),
      { numRuns: propertyRuns * 3 },
    );
  });

  it('reads a large document in good time', () => {
    const servers = Array.from(
      { length: 3000 },
      (_, n) => `  server-${n}:\n    command: npx # run\n    args: [-y, "pkg-${n}"]\n`,
    );
    const text = `servers:\n${servers.join('')}`;
    expect(setValue(yaml, text, ['servers', 'new'], 1)).toEqual([
      { offset: text.length - 1, length: 0, text: '\n  new: 1' },
    ]);
  });
});
