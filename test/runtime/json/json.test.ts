import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MOST_DEPTH } from '../../../src/model/json/depth.ts';
import { oneLine } from '../../../src/runtime/json/one-line.ts';
import { isPrintable } from '../../../src/runtime/json/printable.ts';
import { repeatsKeys } from '../../../src/runtime/json/repeated-keys.ts';
import { elementsOf, NOT_JSON, scanText, TOO_DEEP, wasExact } from '../../../src/runtime/json/scan.ts';
import { propertyRuns } from '../../support/property-runs.ts';

function parses(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

const marks = [
  '{',
  '}',
  '[',
  ']',
  ':',
  ',',
  '"a"',
  '"',
  '\\',
  '\\u00',
  '1',
  '0',
  '-',
  '.',
  'e',
  '1.5e-3',
  '01',
  'null',
  'tru',
];
const spaces = [' ', '\n', '\r', '\t', '\f', '\u00a0', '\u2028', '\u0000', '\u001f', 'é', '\ud800', '\ufeff', 'NaN'];
const long = [`"${'x'.repeat(200)}"`, `"${'y'.repeat(159)}\\""`, `"${'z'.repeat(170)}\u0002"`, `"${'\\"'.repeat(90)}"`];
const tokens = fc.constantFrom(...marks, ...spaces, ...long);

test('exactly what a parser takes is taken', () => {
  const changed = fc
    .tuple(fc.json({ maxDepth: 4 }), fc.array(fc.tuple(fc.nat(), fc.nat(3), tokens), { maxLength: 3 }))
    .map(([text, edits]) =>
      edits.reduce((one, [place, cut, token]) => {
        const at = place % (one.length + 1);
        return one.slice(0, at) + token + one.slice(at + cut);
      }, text),
    );
  const texts = fc.oneof(
    changed,
    fc.array(tokens, { maxLength: 9 }).map((parts) => parts.join('')),
  );
  fc.assert(
    fc.property(texts, (text) => {
      expect(scanText(text) >= 0).toBe(parses(text));
    }),
    { numRuns: 10 * propertyRuns },
  );
});

test('a text may be 256 levels deep and not more', () => {
  const nested = (depth: number): string => `${'[{"a":'.repeat(depth / 2)}1${'}]'.repeat(depth / 2)}`;
  expect(scanText(nested(MOST_DEPTH))).toBeGreaterThan(0);
  expect(isPrintable(JSON.parse(nested(MOST_DEPTH)))).toBe(true);
  expect(scanText(nested(MOST_DEPTH + 2))).toBe(TOO_DEEP);
  expect(isPrintable(JSON.parse(nested(MOST_DEPTH + 2)))).toBe(false);
  expect(scanText('['.repeat(1_000_000))).toBe(TOO_DEEP);
  expect(scanText('[')).toBe(NOT_JSON);
});

test('numbers that would be printed in another way are noticed', () => {
  for (const number of ['0', '-1', '1.5', '0.1', '1e5', '-2.50', '123456789012345', '1e300', '0e0', '-0.5']) {
    scanText(`[${number}]`);
    expect([number, wasExact()]).toEqual([number, true]);
    expect(Number(JSON.stringify(JSON.parse(number)))).toBe(Number(number));
  }
  for (const number of ['1e400', '-1e400', '-0', '-0.0', '1e-400', '9007199254740993', '0.12345678901234567']) {
    scanText(`{"a":[1,${number},2]}`);
    expect([number, wasExact()]).toEqual([number, false]);
  }
  scanText('[1]');
  expect(wasExact()).toBe(true);
  expect(isPrintable({ a: [JSON.parse('1e400')] })).toBe(false);
});

test('a text on one line is one line to every reader, and means the same', () => {
  const values = fc.jsonValue({ maxDepth: 3 });
  const pieces = fc.array(fc.constantFrom('\u2028', '\u2029', '\u0085', 'a', '\t', '\r\n', '"', '\\'), {
    maxLength: 5,
  });
  fc.assert(
    fc.property(values, pieces, fc.constantFrom('\t', '\r', '\n', ' '), (value, text, space) => {
      const whole = { value, text: text.join('') };
      const line = oneLine(JSON.stringify(whole, undefined, space));
      expect(line.split(/[\t\n\r\v\f\u0085\u2028\u2029]/)).toHaveLength(1);
      expect(JSON.parse(line)).toEqual(JSON.parse(JSON.stringify(whole)));
    }),
    { numRuns: propertyRuns },
  );
});

test('a key that comes twice is noticed wherever it stands', () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 4 }), (text) => {
      expect(repeatsKeys(text)).toBe(false);
    }),
    { numRuns: propertyRuns },
  );
  for (const text of [
    '{"a":1,"a":1}',
    '[{"b":{"c":":","c":2}}]',
    String.raw`{"a":1,"\u0061":2}`,
    '{"__proto__":1,"__proto__":2}',
  ]) {
    expect([text, repeatsKeys(text)]).toEqual([text, true]);
  }
});

test('the elements of a list are found', () => {
  const text = ' [ {"a":[1,2]} ,"x,y" ,3] ';
  expect(elementsOf(text).map(([from, to]) => text.slice(from, to))).toEqual(['{"a":[1,2]}', '"x,y"', '3']);
  expect(elementsOf('[]')).toEqual([]);
});
