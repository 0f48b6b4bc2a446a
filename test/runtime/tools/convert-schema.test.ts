import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { convertSchema } from '../../../src/runtime/tools/convert-schema.ts';

describe('convertSchema', () => {
  it.each([
    [{ type: 'object' }, { type: 'object', properties: {} }],
    [{ type: ['object', 'null'] }, { type: ['object', 'null'], properties: {} }],
    [
      { type: 'object', additionalProperties: { type: 'object' } },
      { type: 'object', additionalProperties: { type: 'object', properties: {} }, properties: {} },
    ],
    [
      { type: 'array', items: { anyOf: [{ type: 'object' }, { type: 'string' }] } },
      { type: 'array', items: { anyOf: [{ type: 'object', properties: {} }, { type: 'string' }] } },
    ],
    [
      { $defs: { empty: { type: 'object' } }, $ref: '#/$defs/empty' },
      { $defs: { empty: { type: 'object', properties: {} } }, $ref: '#/$defs/empty' },
    ],
    [
      { type: 'object', properties: { type: { type: 'object' } } },
      { type: 'object', properties: { type: { type: 'object', properties: {} } } },
    ],
  ])('%j becomes %j', (schema, converted) => {
    expect(convertSchema(schema)).toEqual(converted);
  });

  it.each([
    [{}],
    [{ type: 'string' }],
    [{ type: 'object', $ref: '#/$defs/x' }],
    [{ type: 'object', properties: { a: { type: 'string' } }, required: ['a'] }],
    [{ type: 'object', properties: {}, default: { type: 'object' }, examples: [{ type: 'object' }] }],
    [{ enum: [{ type: 'object' }], const: { type: 'object' } }],
    [{ type: 'array', items: false, contains: true }],
  ])('%j stays the same object', (schema) => {
    expect(convertSchema(schema)).toBe(schema);
  });

  it('keeps properties with names of another meaning', () => {
    const schema = JSON.parse(
      '{"type":"object","properties":{"__proto__":{"type":"object"},"items":{"type":"object"}}}',
    );
    expect(JSON.stringify(convertSchema(schema))).toBe(
      '{"type":"object","properties":{"__proto__":{"type":"object","properties":{}},"items":{"type":"object","properties":{}}}}',
    );
  });

  it('leaves very deep schemas alone from some depth on', () => {
    let schema: Record<string, unknown> = { type: 'object', properties: { a: {} } };
    for (let depth = 0; depth < 50_000; depth += 1) schema = { not: schema };
    expect(convertSchema(schema)).toBe(schema);
  });

  const schema: fc.Memo<Record<string, unknown>> = fc.memo((depth) => {
    const inner = depth > 1 ? schema(depth - 1) : fc.constant({ type: 'object' });
    const name = fc.constantFrom('a', 'properties', 'type', '__proto__');
    return fc.record(
      {
        type: fc.constantFrom('object', 'array', 'string', ['object', 'null']),
        properties: fc.dictionary(name, inner, { maxKeys: 2 }),
        items: inner,
        anyOf: fc.array(inner, { maxLength: 2 }),
        default: fc.constant({ type: 'object' }),
        description: fc.string(),
      },
      { requiredKeys: [] },
    );
  });

  it('does not change what it is given, and has nothing left to do', () => {
    fc.assert(
      fc.property(schema(3), (given) => {
        const before = structuredClone(given);
        const converted = convertSchema(given);
        expect(given).toEqual(before);
        expect(convertSchema(converted)).toBe(converted);
      }),
    );
  });

  it('adds nothing but empty properties', () => {
    const without = (value: unknown): unknown =>
      JSON.parse(
        JSON.stringify(value, (key, item) =>
          key === 'properties' && JSON.stringify(item) === '{}' ? undefined : (item as unknown),
        ),
      );
    fc.assert(
      fc.property(schema(3), (given) => {
        expect(without(convertSchema(given))).toEqual(without(given));
      }),
    );
  });
});
