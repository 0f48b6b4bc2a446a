import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { getOwn, isMap, Literal, sameValue, setOwn, type Value, valueAt } from '../../src/model/value.ts';

const parse = (text: string): Value => JSON.parse(text) as Value;

describe('sameValue', () => {
  it.each([
    ['{"a":1,"b":[2]}', '{"b":[2],"a":1}', true],
    ['[1,2]', '[2,1]', false],
    ['[1]', '[1,2]', false],
    ['{"a":1}', '{"a":1,"b":2}', false],
    ['{"a":1}', '{"b":1}', false],
    ['[]', '{}', false],
    ['null', '{}', false],
    ['1', '"1"', false],
    ['0', '-0', true],
    ['{"__proto__":1}', '{}', false],
    ['{"__proto__":{"a":1}}', '{"__proto__":{"a":1}}', true],
    ['{"toString":1}', '{"valueOf":1}', false],
  ])('%s and %s: %s', (a, b, same) => {
    expect(sameValue(parse(a), parse(b))).toBe(same);
    expect(sameValue(parse(b), parse(a))).toBe(same);
  });

  it('compares literals by kind and text, and never takes them for maps', () => {
    const number = new Literal('number', '12345678901234567890');
    expect(sameValue(number, new Literal('number', '12345678901234567890'))).toBe(true);
    expect(sameValue(number, new Literal('number', '12345678901234567891'))).toBe(false);
    expect(sameValue(number, new Literal('datetime', '12345678901234567890'))).toBe(false);
    expect(sameValue(number, { kind: 'number', text: '12345678901234567890' })).toBe(false);
    expect(isMap(number)).toBe(false);
  });

  it('takes NaN for itself, and undefined for nothing else', () => {
    expect(sameValue(Number.NaN, Number.NaN)).toBe(true);
    expect(sameValue(undefined, undefined)).toBe(true);
    expect(sameValue(undefined, null)).toBe(false);
  });

  it('agrees with every copy of a value', () => {
    fc.assert(fc.property(fc.jsonValue(), (value) => sameValue(value as Value, parse(JSON.stringify(value)))));
  });
});

describe('valueAt', () => {
  const root = parse('{"a":[{"b":1},null],"__proto__":{"x":2},"length":3}');

  it.each([
    [[], root],
    [['a', 0, 'b'], 1],
    [['a', 1], null],
    [['__proto__', 'x'], 2],
    [['length'], 3],
  ] as const)('%j', (path, value) => expect(valueAt(root, path)).toEqual(value));

  it.each([
    [['a', '0']],
    [['a', 'length']],
    [['constructor']],
    [['a', 2]],
    [['a', 1, 'b']],
    [['length', 'x']],
    [[0]],
  ] as const)('has nothing at %j', (path) => expect(valueAt(root, path)).toBeUndefined());

  it('has nothing in nothing', () => expect(valueAt(undefined, ['a'])).toBeUndefined());
});

describe('setOwn and getOwn', () => {
  it.each(['__proto__', 'constructor', 'a', ''])('treat %j as an ordinary key', (key) => {
    const map: Record<string, unknown> = {};
    expect(getOwn(map, key)).toBeUndefined();
    setOwn(map, key, 1);
    setOwn(map, key, 2);
    expect(getOwn(map, key)).toBe(2);
    expect(Object.keys(map)).toEqual([key]);
    expect(Object.getPrototypeOf(map)).toBe(Object.prototype);
  });
});
