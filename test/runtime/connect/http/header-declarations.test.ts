import { describe, expect, it } from 'vitest';
import { headerDeclarations } from '../../../../src/runtime/connect/http/header-declarations.ts';

const header = (name: unknown, type: unknown = 'string'): object => ({ type, 'x-mcp-header': name });

describe('the headers that a schema wants', () => {
  it('are found at any depth of arguments', () => {
    const where = { type: 'object', properties: { region: header('Region'), zone: header('Zone', 'integer') } };
    expect(headerDeclarations({ type: 'object', properties: { where, verbose: header('V', 'boolean') } })).toEqual({
      declarations: [
        { header: 'V', path: ['verbose'] },
        { header: 'Region', path: ['where', 'region'] },
        { header: 'Zone', path: ['where', 'zone'] },
      ],
    });
  });

  it.each([undefined, true, null, {}, { properties: { 'x-mcp-header': { type: 'string' } } }])(
    'are none in %j',
    (schema) => expect(headerDeclarations(schema)).toEqual({ declarations: [] }),
  );

  it('are found in a schema with a list of any length', () => {
    const anyOf = Array.from({ length: 300_000 }, () => true);
    const properties = { a: { anyOf }, region: header('Region') };
    expect(headerDeclarations({ properties }).declarations).toEqual([{ header: 'Region', path: ['region'] }]);
  });

  it('are not those of examples', () => {
    const properties = { a: { type: 'object', default: header('A'), examples: [header('A')], enum: [header('A')] } };
    expect(headerDeclarations({ properties })).toEqual({ declarations: [] });
  });
});

describe('a tool is spoilt', () => {
  const properties = (...all: object[]): object => ({ properties: Object.fromEntries(all.entries()) });

  it.each(['', 'a b', 'a:b', 'Région', 'a\tb', 5, null, {}])('by the name %j', (name) => {
    expect(headerDeclarations(properties(header(name))).fault).toBe('a header name is invalid');
  });

  it.each(['number', 'object', 'array', 'null', undefined, ['string', 'null']])('by the type %j', (type) => {
    expect(headerDeclarations(properties({ type, 'x-mcp-header': 'A' })).fault).toMatch(/not a string, integer/);
  });

  it('by two headers that differ in case only', () => {
    expect(headerDeclarations(properties(header('Same'), header('same'))).fault).toMatch(/same header/);
  });

  it.each([
    ['the whole', header('A')],
    ['items', { properties: { list: { items: header('A') } } }],
    ['a choice', { properties: { one: { anyOf: [header('A')] } } }],
    ['a definition', { $defs: { one: header('A') } }],
    ['arguments below one of these', { allOf: [properties(header('A'))] }],
  ])('by a header for %s', (_, schema) => {
    expect(headerDeclarations(schema).fault).toMatch(/not an argument/);
  });
});

it('reads schemas that are nested deeper than calls can be', () => {
  let schema: object = header('Deep');
  for (let depth = 0; depth < 100_000; depth += 1) schema = { not: schema };
  expect(headerDeclarations(schema).fault).toMatch(/not an argument/);
});
