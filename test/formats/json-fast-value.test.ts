import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyEdits } from '../../src/formats/edit-list.ts';
import { setValue } from '../../src/formats/edit.ts';
import { fastValue } from '../../src/formats/json/fast-value.ts';
import { json } from '../../src/formats/json/index.ts';
import { parseTree } from '../../src/formats/json/parser.ts';
import { valueOf } from '../../src/formats/json/tree.ts';
import { Literal, sameValue } from '../../src/model/value.ts';
import { jsonDocuments } from './support/json-documents.ts';

const read = (text: string): ReturnType<typeof parseTree> => parseTree(text, true);

describe('the fast reader', () => {
  it('reads what the tree reads, or nothing', () => {
    const numbers = fc.oneof(fc.double({ noNaN: true, noDefaultInfinity: true }), fc.bigInt()).map(String);
    const texts = fc.oneof(
      jsonDocuments(false).map(({ text }) => text),
      fc.json(),
      fc.array(numbers).map((all) => `[${all.join(',')}]`),
      fc
        .array(fc.constantFrom('"a":1', '"a" :2', '"b\\"":3', '"c\\\\":4', '":":":"', '"__proto__":5'), {
          maxLength: 4,
        })
        .map((all) => `{${all.join(',')}}`),
    );
    let fast = 0;
    fc.assert(
      fc.property(texts, (text) => {
        const value = fastValue(text);
        if (value === undefined) return;
        fast += 1;
        const { root, diagnostics } = read(text);
        expect({ text, diagnostics }).toEqual({ text, diagnostics: [] });
        expect(root && sameValue(valueOf(root), value)).toBe(true);
      }),
      { numRuns: 4000 },
    );
    expect(fast).toBeGreaterThan(1000);
  });

  it.each([
    '{"a":1,"a":2}',
    '{"a":1,"a" :2}',
    '{"a":1,"\\u0061":2}',
    '{"x":{"a\\\\":1,"b":1,"b":2}}',
    '{"__proto__":1,"__proto__":2}',
  ])('leaves keys that are there twice to the tree: %s', (text) => expect(fastValue(text)).toBeUndefined());

  it.each(['12345678901234567890', '-1.50000000000000', '1e400', '0.10000000000000000001', '123456e304'])(
    'leaves %s to the tree, which keeps its digits',
    (number) => {
      expect(fastValue(`[${number}]`)).toBeUndefined();
      expect(json.parse(`[${number}]`).value).toEqual([new Literal('number', number)]);
    },
  );

  it.each([
    '[14.285714285714286, 1700000000000, 1e21]',
    '{"a": "{\\"b\\": 1}"}',
    '{"url": "https://example.com:8080"}',
  ])('takes %s', (text) => expect(fastValue(text)).toEqual(JSON.parse(text)));

  it('agrees with the tree about numbers, so that an edit beside them can be proven', () => {
    const text = '{"a":-1.50000000000000}';
    const edits = setValue(json, text, ['b'], new Literal('number', '12345678901234567890'));
    expect(applyEdits(text, edits)).toBe('{"a":-1.50000000000000,"b":12345678901234567890}');
  });
});
