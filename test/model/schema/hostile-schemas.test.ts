import { describe, expect, it } from 'vitest';
import { checkValue } from '../../../src/model/schema/check-value.ts';
import { readField } from '../../../src/model/schema/read-field.ts';

const LEVELS = 60;
const WIDTH = 8;

/** Definitions that each refer to the next one several times: followed one by one, there would be 8^60 of them. */
function multiplying(key: 'anyOf' | 'oneOf' | 'allOf'): Record<string, unknown> {
  const refer = (level: number): object[] => Array.from({ length: WIDTH }, () => ({ $ref: `#/$defs/level-${level}` }));
  const levels = Array.from({ length: LEVELS }, (_, level) => [`level-${level}`, { [key]: refer(level + 1) }]);
  return { [key]: refer(0), $defs: { ...Object.fromEntries(levels), [`level-${LEVELS}`]: { type: 'string' } } };
}

const circular = { anyOf: Array.from({ length: WIDTH }, () => ({ $ref: '#' })) };

describe.each([
  ['alternatives that multiply', multiplying('anyOf')],
  ['exclusive alternatives that multiply', multiplying('oneOf')],
  ['parts that multiply', multiplying('allOf')],
  ['alternatives that lead back', circular],
  ['parts that lead back', { allOf: circular.anyOf }],
])('a schema with %s', (_, schema) => {
  it('is checked as far as that goes', () => expect(Array.isArray(checkValue({ a: 1 }, schema))).toBe(true));
  it('makes a form', () => expect(readField(schema)).toHaveProperty('kind'));
  it('makes a form inside of another schema', () => {
    expect(readField({ type: 'object', properties: { a: { $ref: '#/$defs/x' } }, $defs: { x: schema } })).toMatchObject(
      {
        kind: 'group',
      },
    );
  });
});
