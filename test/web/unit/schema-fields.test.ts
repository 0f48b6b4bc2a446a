import { describe, expect, it } from 'vitest';
import type { Field } from '../../../src/model/schema/field.ts';
import { readField } from '../../../src/model/schema/read-field.ts';
import { initialValue } from '../../../web/src/components/schema-form/initial-value.ts';

const members = (field: Field): Record<string, Field> =>
  field.kind === 'group' ? Object.fromEntries(field.members.map((member) => [member.key, member.field])) : {};

describe('the fields of a form', () => {
  it('has one of the right kind for every type', () => {
    const form = readField({
      type: 'object',
      required: ['name'],
      properties: {
        name: { type: 'string', title: 'Name', description: 'Who' },
        text: { type: 'string', maxLength: 5000 },
        day: { type: 'string', format: 'date' },
        color: { enum: ['red', 'green', 3] },
        size: { type: 'integer', minimum: 1, maximum: 9 },
        share: { type: 'number', exclusiveMinimum: 0 },
        loud: { type: 'boolean', default: true },
        kind: { const: 'a' },
        words: { type: 'array', items: { type: 'string' }, minItems: 2 },
        tags: { type: 'array', uniqueItems: true, items: { enum: ['x', 'y'] } },
        place: { type: 'object', properties: { city: { type: 'string' } } },
      },
    });
    const fields = members(form);
    expect(fields['name']).toMatchObject({ kind: 'text', title: 'Name', description: 'Who', nullable: false });
    expect(form.kind === 'group' && form.members.filter(({ required }) => required).map(({ key }) => key)).toEqual([
      'name',
    ]);
    expect(fields['text']).toMatchObject({ kind: 'text', isLong: true });
    expect(fields['day']).toMatchObject({ kind: 'text', format: 'date' });
    expect(fields['color']).toMatchObject({
      kind: 'choice',
      choices: [{ label: 'red' }, { label: 'green' }, { value: 3, label: '3' }],
    });
    expect(fields['size']).toMatchObject({ kind: 'number', isWhole: true, min: 1, max: 9 });
    expect(fields['share']).toMatchObject({ kind: 'number', isWhole: false, min: 0 });
    expect(fields['loud']).toMatchObject({ kind: 'yes-no', default: true });
    expect(fields['kind']).toMatchObject({ kind: 'fixed', value: 'a' });
    expect(fields['words']).toMatchObject({ kind: 'list', least: 2, item: { kind: 'text' } });
    expect(fields['tags']).toMatchObject({ kind: 'many', choices: [{ value: 'x' }, { value: 'y' }] });
    expect(members(fields['place'] as Field)['city']).toMatchObject({ kind: 'text' });
  });

  it.each([
    { type: ['string', 'null'] },
    { anyOf: [{ type: 'string' }, { type: 'null' }] },
    { oneOf: [{ type: 'null' }, { type: 'string' }] },
    { type: 'string', nullable: true },
  ])('takes null for a value of its own: %j', (schema) => {
    expect(readField(schema)).toMatchObject({ kind: 'text', nullable: true });
  });

  it('makes variants of alternatives and names them', () => {
    const schema = {
      oneOf: [
        { title: 'By name', type: 'object', properties: { name: { type: 'string' } } },
        { type: 'object', properties: { type: { const: 'id' }, id: { type: 'integer' } } },
        { type: 'object', properties: { a: {}, b: {} } },
        { type: 'integer' },
      ],
    };
    const field = readField(schema);
    expect(field.kind === 'variants' && field.variants.map(({ label }) => label)).toEqual([
      'By name',
      'id',
      'a, b',
      'Whole number',
    ]);
    const types = readField({ type: ['string', 'number'] });
    expect(types.kind === 'variants' && types.variants.map(({ label }) => label)).toEqual(['Text', 'Number']);
  });

  it('takes alternatives of constants for choices with titles', () => {
    const field = readField({ oneOf: [{ const: 'a', title: 'First' }, { const: 'b' }] });
    expect(field).toMatchObject({
      kind: 'choice',
      choices: [
        { value: 'a', label: 'First' },
        { value: 'b', label: 'b' },
      ],
    });
    const many = readField({ type: 'array', items: { anyOf: [{ const: 'a', title: 'First' }] } });
    expect(many).toMatchObject({ kind: 'many', choices: [{ label: 'First' }] });
  });

  it('follows references inside the document, and parts that belong together', () => {
    const schema = {
      type: 'object',
      properties: { at: { $ref: '#/$defs/place', description: 'Where' }, odd: { $ref: 'https://example.org/x.json' } },
      $defs: {
        place: { allOf: [{ $ref: '#/$defs/named' }, { properties: { zip: { type: 'string' } }, required: ['zip'] }] },
        named: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
      },
    };
    const fields = members(readField(schema));
    expect(fields['at']).toMatchObject({
      kind: 'group',
      description: 'Where',
      members: [
        { key: 'name', required: true },
        { key: 'zip', required: true },
      ],
    });
    expect(fields['odd']).toMatchObject({ kind: 'json' });
  });

  it('falls back to JSON for unusual or deep schemas, and ends for recursive ones', () => {
    const tree = { type: 'object', properties: { left: { $ref: '#' }, name: { type: 'string' } } };
    let field = readField(tree);
    let steps = 0;
    while (field.kind === 'group') {
      field = members(field)['left'] as Field;
      steps += 1;
    }
    expect(field.kind).toBe('json');
    expect(steps).toBeGreaterThan(2);
    for (const odd of [
      {},
      true,
      { type: 'array', prefixItems: [{}] },
      { $ref: '#' },
      null,
      { allOf: [{ type: 'string' }, { type: 'number' }] },
    ])
      expect(readField(odd).kind).toBe('json');
    const map = members(
      readField({ type: 'object', properties: { env: { type: 'object', additionalProperties: { type: 'string' } } } }),
    );
    expect(map['env']?.kind).toBe('json');
  });

  it('is not led astray by names of the language', () => {
    const fields = readField({
      type: 'object',
      properties: { constructor: { type: 'string' }, __proto__: { type: 'number' } },
    });
    expect(fields).toMatchObject({ kind: 'group', members: [{ key: 'constructor', field: { kind: 'text' } }] });
  });

  it('begins with what the schema proposes and what can be nothing else', () => {
    const field = readField({
      type: 'object',
      required: ['kind', 'inner', 'list', 'name', 'shape'],
      properties: {
        kind: { const: 'a' },
        name: { type: 'string' },
        size: { type: 'integer', default: 5 },
        inner: {
          type: 'object',
          required: ['on'],
          properties: { on: { type: 'boolean', default: false }, off: { type: 'boolean' } },
        },
        list: { type: 'array', minItems: 1, items: { type: 'object', properties: { a: { default: 1 } } } },
        shape: {
          oneOf: [{ type: 'object', required: ['type'], properties: { type: { const: 'dot' } } }, { type: 'string' }],
        },
        maybe: { type: 'object', properties: { x: { default: 1 } } },
      },
    });
    expect(initialValue(field, true)).toEqual({
      kind: 'a',
      size: 5,
      inner: { on: false },
      list: [{ a: 1 }],
      shape: { type: 'dot' },
    });
  });
});
