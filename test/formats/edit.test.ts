import { describe, expect, it } from 'vitest';
import { applyEdits } from '../../src/formats/edit-list.ts';
import { removeValue, renameKey, setValue } from '../../src/formats/edit.ts';
import { json } from '../../src/formats/json/index.ts';
import type { ErrorCode } from '../../src/model/diagnostics/error.ts';
import { Literal, type Path, type Value } from '../../src/model/value.ts';

const set = (text: string, path: Path, value: Value): string => applyEdits(text, setValue(json, text, path, value));
const remove = (text: string, path: Path, prune = 0): string =>
  applyEdits(text, removeValue(json, text, path, { prune }));
const coded = (code: ErrorCode): object => expect.objectContaining({ name: 'PlugboardError', code });

describe('missing containers', () => {
  it.each([
    ['{"a":1}', ['b', 'c'], 2, '{"a":1,"b":{"c":2}}'],
    ['{"a":{}}', ['a', 'b', 'c'], 2, '{"a":{"b":{"c":2}}}'],
    ['{"a":1}', ['b', 0, 'c'], 2, '{"a":1,"b":[{"c":2}]}'],
    ['{"a":[1]}', ['a', 1], 2, '{"a":[1,2]}'],
    ['{"a":[1]}', ['a', 1, 'b'], 2, '{"a":[1,{"b":2}]}'],
    ['{"a":null}', ['a', 'b'], 2, '{"a":{"b":2}}'],
    ['{"a":null,"z":1}', ['a', 'b', 'c'], 2, '{"a":{"b":{"c":2}},"z":1}'],
    ['', ['a', 'b'], 2, '{\n  "a": {\n    "b": 2\n  }\n}\n'],
    ['', [], 2, '2\n'],
    ['{"a":1}', ['__proto__', 'x'], 2, '{"a":1,"__proto__":{"x":2}}'],
    ['{"__proto__":{}}', ['__proto__', 'constructor'], 2, '{"__proto__":{"constructor":2}}'],
    ['{"a":1}', ['toString'], 2, '{"a":1,"toString":2}'],
    ['{"a":1}', [''], 2, '{"a":1,"":2}'],
  ] as const)('%s with %j', (text, path, value, after) => expect(set(text, path, value)).toBe(after));

  it('are not added to a value that is not a container', () => {
    for (const path of [['a', 'b'], ['l', 'b'], ['l', 2], ['l', 0, 'x'], ['m', 0], [0]]) {
      const text = '{"a":"text","l":[1],"m":{}}';
      expect(() => setValue(json, text, path, 1)).toThrowError(coded('path-blocked'));
    }
  });

  it('are named in the error', () => {
    expect(() => setValue(json, '{"a":{"b":1}}', ['a', 'b', 'c'], 1)).toThrowError(
      'a.b.c cannot be set: a.b is not a map.',
    );
    expect(() => setValue(json, '[]', ['a'], 1)).toThrowError('a cannot be set: the document is not a map.');
  });
});

describe('replacing', () => {
  it.each([
    ['{"a":1}', ['a'], { b: [] }, '{"a":{"b":[]}}'],
    ['{"a":{"b":1}}', ['a'], null, '{"a":null}'],
    ['{"a":[1,2,3]}', ['a'], [1, 3], '{"a":[1,3]}'],
    ['{"a":[1,2,3]}', ['a'], [], '{"a":[]}'],
    ['{"a":[1]}', ['a'], [1, { b: 2 }], '{"a":[1,{"b":2}]}'],
    ['{"a":1,"c":3}', [], { b: 2, c: 3 }, '{"c":3,"b":2}'],
    ['{"a":{"__proto__":1}}', ['a'], { b: 2 }, '{"a":{"b":2}}'],
  ] as const)('%s at %j by %j', (text, path, value, after) => {
    expect(set(text, path, value as unknown as Value)).toBe(after);
  });

  it('writes long numbers digit by digit, and dates as text', () => {
    const long = new Literal('number', '12345678901234567890');
    expect(set('{"a":1}', ['a'], long)).toBe('{"a":12345678901234567890}');
    expect(setValue(json, '{"a":12345678901234567890}', ['a'], long)).toEqual([]);
    expect(set('{"a":1}', ['a'], new Literal('datetime', '2024-01-01'))).toBe('{"a":"2024-01-01"}');
  });

  it.each([Number.NaN, Number.POSITIVE_INFINITY])('refuses %s, which JSON cannot say', (value) => {
    expect(() => setValue(json, '{}', ['a', 'b'], [value])).toThrowError(coded('value-inexpressible'));
  });
});

describe('removing', () => {
  const text = '{"keep":1,"servers":{"x":{"env":{"A":"b"}}}}';

  it.each([
    [['servers', 'x', 'env', 'A'], 0, '{"keep":1,"servers":{"x":{"env":{}}}}'],
    [['servers', 'x', 'env', 'A'], 1, '{"keep":1,"servers":{"x":{}}}'],
    [['servers', 'x', 'env', 'A'], 2, '{"keep":1,"servers":{}}'],
    [['servers', 'x', 'env', 'A'], 9, '{"keep":1}'],
    [['keep'], 9, '{"servers":{"x":{"env":{"A":"b"}}}}'],
  ] as const)('%j with %i emptied containers', (path, prune, after) => expect(remove(text, path, prune)).toBe(after));

  it('can empty a whole document', () => {
    expect(remove('{"a":{"b":1}}\n', ['a', 'b'], 2)).toBe('');
    expect(remove('{"a":[1]}', ['a', 0], 1)).toBe('{}');
  });

  it('treats __proto__ as a key', () => {
    expect(remove('{"__proto__":1,"a":2}', ['__proto__'])).toBe('{"a":2}');
    expect(() => removeValue(json, '{"a":2}', ['__proto__'])).toThrowError(coded('path-missing'));
  });

  it.each([[['x']], [['a', 'b']], [['a', 0]], [['l', 1]], [['l', 'length']], [['constructor']]])(
    'refuses %j, which is not there',
    (path) => expect(() => removeValue(json, '{"a":1,"l":[0]}', path)).toThrowError(coded('path-missing')),
  );
});

describe('renaming', () => {
  it('refuses a name that is taken, and a path that is not there', () => {
    const text = '{"a":1,"b":null}';
    expect(() => renameKey(json, text, ['a'], 'b')).toThrowError(coded('path-taken'));
    expect(() => renameKey(json, text, ['c'], 'd')).toThrowError(coded('path-missing'));
  });

  it('does nothing when the name stays', () => expect(renameKey(json, '{"a":1}', ['a'], 'a')).toEqual([]));

  it.each(['__proto__', 'constructor', ''])('takes %j for a name', (key) => {
    expect(applyEdits('{"a":1}', renameKey(json, '{"a":1}', ['a'], key))).toBe(`{${JSON.stringify(key)}:1}`);
  });
});

describe('a document with errors', () => {
  it.each(['{"a":1', '{"a":1,"a":2}', '{"a":1,}', '// x\n{}'])('is never edited: %j', (text) => {
    expect(() => setValue(json, text, ['b'], 1)).toThrowError(coded('document-malformed'));
    expect(() => removeValue(json, text, ['a'])).toThrowError(coded('document-malformed'));
    expect(() => renameKey(json, text, ['a'], 'b')).toThrowError(coded('document-malformed'));
  });

  it('says where and why', () => {
    const diagnostics = [expect.objectContaining({ code: 'duplicate-key' })];
    expect(() => setValue(json, '{"a":1,"a":2}', ['b'], 1)).toThrowError(
      expect.objectContaining({ data: { diagnostics } }),
    );
  });
});
