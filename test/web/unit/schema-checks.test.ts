import { describe, expect, it } from 'vitest';
import { checkValue } from '../../../src/model/schema/check-value.ts';
import { withItem, withItemMoved, withKey, withoutItem } from '../../../web/src/components/schema-form/value-at.ts';

const places = (value: unknown, schema: unknown): string[] => checkValue(value, schema).map(({ at }) => at);

describe('a value before it is sent', () => {
  it('is named at the place where it is wrong', () => {
    const schema = {
      type: 'object',
      required: ['name', 'a/b'],
      additionalProperties: false,
      properties: {
        name: { type: 'string' },
        'a/b': {},
        list: { type: 'array', items: { type: 'object', required: ['x'], properties: { x: { type: 'number' } } } },
      },
    };
    expect(checkValue({ list: [{ x: 1 }, {}, { x: 'no' }], other: 1 }, schema)).toEqual([
      { at: '/name', message: 'This is required.' },
      { at: '/a~1b', message: 'This is required.' },
      { at: '/list/1/x', message: 'This is required.' },
      { at: '/list/2/x', message: 'This must be a number.' },
      { at: '/other', message: 'Unknown key other.' },
    ]);
  });

  it.each([
    ['abc', { minLength: 4 }],
    ['abc', { maxLength: 2 }],
    ['abc', { pattern: '^x' }],
    ['abc', { type: ['number', 'null'] }],
    ['abc', { enum: ['a', 1] }],
    ['abc', { const: 'a' }],
    ['abc', { not: { type: 'string' } }],
    ['no', { format: 'email' }],
    ['2026-02-30', { format: 'date' }],
    ['2026-11-16T09:30:00', { format: 'date-time' }],
    ['300.1.1.1', { format: 'ipv4' }],
    ['x', { format: 'uuid' }],
    ['nothing', { format: 'uri' }],
    [1.5, { type: 'integer' }],
    [0, { minimum: 1 }],
    [9, { maximum: 8 }],
    [1, { exclusiveMinimum: 1 }],
    [1, { exclusiveMaximum: 1 }],
    [0.35, { multipleOf: 0.1 }],
    [[1], { minItems: 2 }],
    [[1, 2, 3], { maxItems: 2 }],
    [
      [
        { a: 1, b: 2 },
        { b: 2, a: 1 },
      ],
      { uniqueItems: true },
    ],
    [1, { anyOf: [{ type: 'string' }, { minimum: 5 }] }],
    [6, { oneOf: [{ type: 'number' }, { minimum: 5 }] }],
    [{ card: 1 }, { dependentRequired: { card: ['address'] } }],
    [null, { type: 'string' }],
    [1, false],
    [{ a: 1 }, { allOf: [{ required: ['a'] }, { required: ['b'] }] }],
    [{ a: 1 }, { $ref: '#/$defs/t', $defs: { t: { properties: { a: { type: 'string' } } } } }],
  ])('is not sent: %j for %j', (value, schema) => {
    expect(checkValue(value, schema)).not.toEqual([]);
  });

  it.each([
    ['ä', { maxLength: 1 }],
    ['💡', { maxLength: 1 }],
    [0.3, { multipleOf: 0.1 }],
    [1, { type: 'integer' }],
    [1.0, { type: ['integer', 'null'] }],
    [null, { type: ['string', 'null'] }],
    [null, { type: 'string', nullable: true }],
    ['2028-02-29', { format: 'date' }],
    ['anything', { format: 'something-else' }],
    [{ a: 1 }, { patternProperties: { '^a': {} }, additionalProperties: false }],
    [{ b: 1, a: 2 }, { const: { a: 2, b: 1 } }],
    ['x', { $ref: 'https://example.org/schema.json' }],
    ['aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!', { pattern: '^(a+)+$' }],
    ['x', { pattern: '(' }],
    ['x', { $ref: '#' }],
  ])('is sent: %j for %j', (value, schema) => {
    expect(checkValue(value, schema)).toEqual([]);
  });

  it('is told about the alternative that was most likely meant', () => {
    const schema = {
      oneOf: [
        {
          type: 'object',
          required: ['type', 'city'],
          properties: { type: { const: 'city' }, city: { type: 'string' } },
        },
        { type: 'object', required: ['type', 'zip'], properties: { type: { const: 'zip' }, zip: { type: 'string' } } },
      ],
    };
    expect(places({ type: 'zip' }, schema)).toEqual(['/zip']);
    expect(places(5, schema)).toEqual(['']);
  });
});

describe('a change of a value', () => {
  it('leaves the rest as it is, in its order', () => {
    expect(Object.entries(withKey({ b: 1, a: 2 }, 'b', 3))).toEqual([
      ['b', 3],
      ['a', 2],
    ]);
    expect(withKey({ b: 1, a: 2 }, 'b', undefined)).toEqual({ a: 2 });
    expect(withKey(undefined, 'c', null)).toEqual({ c: null });
    expect(withItem([1, 2], 1, 3)).toEqual([1, 3]);
    expect(withoutItem([1, 2], 0)).toEqual([2]);
    expect(withItemMoved([1, 2, 3], 2, -1)).toEqual([1, 3, 2]);
    expect(withItemMoved([1, 2], 1, 1)).toEqual([1, 2]);
  });
});
