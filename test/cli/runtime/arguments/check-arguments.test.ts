import { describe, expect, it } from 'vitest';
import { validateArguments } from '../../../../src/cli/runtime/arguments/check-arguments.ts';
import { jsonOf } from '../../../../src/cli/runtime/arguments/exact-json.ts';
import { allowedBy } from '../../../../src/cli/runtime/arguments/schema-kinds.ts';

const schema = {
  type: 'object',
  properties: {
    path: { type: 'string', minLength: 1 },
    count: { type: 'integer', minimum: 1 },
    tags: { type: 'array', items: { type: 'string' } },
    edits: {
      type: 'array',
      items: {
        type: 'object',
        properties: { from: { type: 'string' }, to: { type: 'string' } },
        required: ['from'],
        additionalProperties: false,
      },
    },
    filter: { $ref: '#/$defs/filter' },
    unit: { enum: ['celsius', 'fahrenheit'] },
    either: { anyOf: [{ type: 'string' }, { type: 'object', properties: { id: { type: 'integer' } } }] },
    when: { type: 'string', format: 'date' },
  },
  $defs: { filter: { type: 'object', properties: { age: { type: 'integer' }, 'a/b': { type: 'number' } } } },
};

describe('a value that does not fit is named by its path', () => {
  it.each([
    [{ path: 5 }, ['path: This must be a string']],
    [{ path: '' }, ['path: This needs at least 1 character']],
    [{ count: '5' }, ['count: This must be a whole number']],
    [{ count: 0 }, ['count: This must be 1 or more']],
    [{ count: null }, ['count: This must be a whole number']],
    [{ tags: 'a' }, ['tags: This must be a list']],
    [{ tags: ['a', 1] }, ['tags[1]: This must be a string']],
    [
      { edits: [{ from: 1 }, { to: 'x' }] },
      ['edits[0].from: This must be a string', 'edits[1].from: This is required'],
    ],
    [{ edits: [{ from: '', too: '' }] }, ['edits[0].too: Unknown key too. Did you mean to?']],
    [
      { filter: { age: 'old', 'a/b': true } },
      ['filter.age: This must be a whole number', 'filter.a/b: This must be a number'],
    ],
    [{ unit: 'kelvin' }, ['unit: This must be one of "celsius", "fahrenheit"']],
    [{ either: { id: 'x' } }, ['either.id: This must be a whole number']],
    [{ when: '2026-02-30' }, ['when: This must be a date such as 2026-11-16']],
    [{ cuont: 1 }, ['Unknown argument cuont, did you mean count?']],
    [{ path: 'x', count: 1, tags: [], edits: [{ from: '' }], filter: { age: 1 }, either: 'x' }, []],
  ])('%j', (args, issues) => expect(validateArguments(args, schema)).toEqual(issues));
});

describe('an unusual schema does not block a call', () => {
  it.each([
    [{ properties: { a: { type: 'strin' } } }],
    [{ properties: { a: { type: 5 } } }],
    [{ properties: { a: { enum: [] } } }],
    [{ properties: { a: { enum: 'x' } } }],
    [{ properties: { a: { $ref: '#/nowhere' } } }],
    [{ properties: { a: { $ref: 'https://example.com/schema' } } }],
    [{ properties: { a: { $ref: '#/properties/a' } } }],
    [{ properties: { a: { pattern: '(' } } }],
    [{ properties: { a: { minimum: 'x', items: 7, required: 'y' } } }],
    [{ properties: { a: null } }],
    [{ properties: { a: true } }],
    [{ properties: [], required: 'a' }],
    [{ properties: { a: {} }, required: [7, null] }],
  ])('%j', (odd) => expect(validateArguments({ a: 1 }, odd)).toEqual([]));

  it('even when its parts refer to each other again and again', () => {
    const defs = Object.fromEntries(
      Array.from({ length: 60 }, (_, at) => [
        `n${at}`,
        { anyOf: Array.from({ length: 8 }, () => ({ $ref: `#/$defs/n${at + 1}` })) },
      ]),
    );
    const root = { properties: { a: { $ref: '#/$defs/n0' } }, $defs: { ...defs, n60: { enum: [1] } } };
    expect(allowedBy(root.properties.a, root).values).toEqual([1]);
    expect(validateArguments({ a: 1 }, root)).toEqual([]);
  });
});

describe('JSON is only taken as it is written', () => {
  it.each([
    ['{"a":12345678901234567890}', 'would lose digits'],
    ['{"a":{"b":[1e999]}}', 'would lose digits'],
    ['{"a":1,"a":2}', 'has a duplicate key'],
    ['{"a":1', 'is not JSON'],
    ['', 'is not JSON'],
    ['['.repeat(5000) + ']'.repeat(5000), 'is nested too deeply'],
  ])('%.40s', (text, reason) => expect(() => jsonOf(text)).toThrow(reason));
});
