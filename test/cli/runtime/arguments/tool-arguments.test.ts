import { describe, expect, it } from 'vitest';
import { validateArguments } from '../../../../src/cli/runtime/arguments/check-arguments.ts';
import { readArguments } from '../../../../src/cli/runtime/arguments/tool-arguments.ts';

const schema = {
  type: 'object',
  properties: {
    path: { type: 'string', description: 'The file' },
    count: { type: 'integer' },
    ratio: { type: 'number' },
    deep: { type: 'boolean' },
    tags: { type: 'array', items: { type: 'string' } },
    sizes: { type: 'array', items: { type: 'integer' } },
    edits: { type: 'array', items: { type: 'object', properties: { from: { type: 'string' } } } },
    filter: {
      type: 'object',
      properties: { name: { type: 'string' }, age: { $ref: '#/$defs/age' }, 'a.b': { type: 'number' } },
    },
    'dotted.name': { type: 'string' },
    unit: { enum: ['celsius', 'fahrenheit'] },
    maybe: { anyOf: [{ type: 'string' }, { type: 'null' }] },
    either: { type: ['string', 'integer'] },
    level: { anyOf: [{ const: 1 }, { const: 2 }] },
    open: {},
    labels: { type: 'object', additionalProperties: { type: 'string' } },
  },
  required: ['path'],
  $defs: { age: { type: 'integer', description: 'in years' } },
};

function read(...words: string[]): unknown {
  const { args, issues } = readArguments(words, schema);
  return issues.length > 0 ? issues : args;
}

describe('a value', () => {
  it.each([
    ['path=5', { path: '5' }],
    ['path=', { path: '' }],
    ['path=a=b', { path: 'a=b' }],
    ['path=null', { path: 'null' }],
    ['count=5', { count: 5 }],
    ['count=-5', { count: -5 }],
    ['count=+5', { count: 5 }],
    ['ratio=0.5', { ratio: 0.5 }],
    ['ratio=.5', { ratio: 0.5 }],
    ['ratio=1e3', { ratio: 1000 }],
    ['ratio=7', { ratio: 7 }],
    ['deep=true', { deep: true }],
    ['deep=false', { deep: false }],
    ['tags=a,b', { tags: ['a,b'] }],
    ['tags=["a","b"]', { tags: ['a', 'b'] }],
    ['tags=[draft]', { tags: ['[draft]'] }],
    ['tags=5', { tags: ['5'] }],
    ['edits={"from":"x"}', { edits: [{ from: 'x' }] }],
    ['filter={"name":"x"}', { filter: { name: 'x' } }],
    ['unit=celsius', { unit: 'celsius' }],
    ['maybe=null', { maybe: null }],
    ['maybe=nil', { maybe: 'nil' }],
    ['either=5', { either: 5 }],
    ['either=5a', { either: '5a' }],
    ['either=12345678901234567890', { either: '12345678901234567890' }],
    ['level=2', { level: 2 }],
    ['open=[1]', { open: [1] }],
    ['open=text', { open: 'text' }],
    ['open=12345678901234567890', { open: '12345678901234567890' }],
    ['path:="5"', { path: '5' }],
    ['count:=[1]', { count: [1] }],
    ['filter.name=5', { filter: { name: '5' } }],
    ['filter.age=5', { filter: { age: 5 } }],
    ['filter.a.b=5', { filter: { 'a.b': 5 } }],
    ['dotted.name=5', { 'dotted.name': '5' }],
    ['open.a.b=5', { open: { a: { b: 5 } } }],
    ['labels.size=5', { labels: { size: '5' } }],
    ['path=.', { path: '.' }],
    ['.=x', { '.': 'x' }],
  ])('%s', (word, args) => expect(read(word)).toEqual(args));

  it.each([
    ['count=five', "count takes a whole number, not 'five'"],
    ['count=1.5', "count takes a whole number, not '1.5'"],
    ['count=', "count takes a whole number, not ''"],
    ['count=12345678901234567890', 'count would lose digits as a number: 12345678901234567890'],
    ['deep=yes', "deep takes true or false, not 'yes'"],
    ['sizes=a', "sizes takes a whole number, not 'a'"],
    ['filter=x', "filter takes a JSON object, not 'x'"],
    ['unit=celsus', "unit takes one of celsius, fahrenheit, not 'celsus'; did you mean celsius?"],
    ['level=3', "level takes one of 1, 2, not '3'"],
    ['path:=x', 'path is not JSON: x'],
    ['path', "'path' is not an argument: write name=value, or name:=json"],
    ['=x', "'=x' is not an argument: write name=value, or name:=json"],
  ])('%s is refused', (word, issue) => expect(read(word)).toEqual([issue]));
});

describe('a name that comes again', () => {
  it('is the next item of a list', () => {
    expect(read('tags=a', 'tags=b', 'tags=["c"]')).toEqual({ tags: ['a', 'b', '["c"]'] });
    expect(read('sizes=1', 'sizes:=2')).toEqual({ sizes: [1, 2] });
    expect(read('open=1', 'open=x')).toEqual({ open: [1, 'x'] });
  });

  it('is too much for one value', () => {
    expect(read('path=a', 'path=b')).toEqual(['path takes a string, but is given 2 times']);
    expect(read('filter={}', 'filter.name=x')).toEqual({ filter: { name: 'x' } });
    expect(read('filter={"name":"y"}', 'filter.name=x')).toEqual(['filter.name is given twice']);
    expect(read('count=1', 'count.x=1')).toEqual(['count.x cannot be set: count has a value already']);
  });
});

it('takes names that JavaScript has a meaning for', () => {
  const { args } = readArguments(['__proto__=1', 'constructor.a=1'], {});
  expect(Object.keys(args)).toEqual(['__proto__', 'constructor']);
  expect(Object.getPrototypeOf(args)).toBe(Object.prototype);
});

it('survives a schema that refers to itself, or nowhere', () => {
  const circular = { properties: { a: { $ref: '#/properties/a' }, b: { $ref: '#/nowhere' }, c: { $ref: 'http://x' } } };
  expect(readArguments(['a=1', 'b=1', 'c=1', 'a.x=1'], circular).issues).toHaveLength(1);
  const tree = { properties: { node: { properties: { node: { $ref: '#' } } } } };
  expect(readArguments([`${'node.'.repeat(40)}x=1`], tree).issues).toEqual([]);
});

describe('missing and unknown arguments', () => {
  it.each([
    [{}, ['path is missing: it takes a string']],
    [{ path: '', pth: '' }, ['Unknown argument pth, did you mean path?']],
    [{ path: '', open: 1 }, []],
  ])('%j', (args, issues) => expect(validateArguments(args, schema)).toEqual(issues));

  it('names what there is', () => {
    expect(validateArguments({ xxxxxx: 1 }, { properties: { a: {}, b: {} } })).toEqual([
      'Unknown argument xxxxxx: it takes a, b',
    ]);
    expect(validateArguments({ x: 1 }, { type: 'object', properties: {}, additionalProperties: false })).toEqual([
      'Unknown argument x: it takes none',
    ]);
  });

  it('is nothing where anything is allowed', () => {
    for (const open of [{}, { properties: {} }, { properties: { a: {} }, additionalProperties: { type: 'number' } }])
      expect(validateArguments({ x: 1 }, open)).toEqual([]);
  });
});
