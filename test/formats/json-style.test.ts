import { describe, expect, it } from 'vitest';
import { applyEdits } from '../../src/formats/edit-list.ts';
import { removeValue, renameKey, setValue } from '../../src/formats/edit.ts';
import { json, jsonc } from '../../src/formats/json/index.ts';
import type { Path, Value } from '../../src/model/value.ts';

const set = (text: string, path: Path, value: Value): string => applyEdits(text, setValue(jsonc, text, path, value));
const remove = (text: string, path: Path): string => applyEdits(text, removeValue(jsonc, text, path));
const rename = (text: string, path: Path, key: string): string => applyEdits(text, renameKey(jsonc, text, path, key));

const added = { command: 'npx', args: ['-y', 'x'] };

describe('an added entry looks like its neighbors', () => {
  it.each([
    [
      'two spaces',
      '{\n  "a": 1\n}\n',
      '{\n  "a": 1,\n  "b": {\n    "command": "npx",\n    "args": [\n      "-y",\n      "x"\n    ]\n  }\n}\n',
    ],
    [
      'four spaces',
      '{\n    "a": 1\n}\n',
      '{\n    "a": 1,\n    "b": {\n        "command": "npx",\n        "args": [\n            "-y",\n            "x"\n        ]\n    }\n}\n',
    ],
    [
      'tabs',
      '{\n\t"a": 1\n}\n',
      '{\n\t"a": 1,\n\t"b": {\n\t\t"command": "npx",\n\t\t"args": [\n\t\t\t"-y",\n\t\t\t"x"\n\t\t]\n\t}\n}\n',
    ],
    [
      'lists on one line',
      '{\n  "a": ["x"]\n}\n',
      '{\n  "a": ["x"],\n  "b": {\n    "command": "npx",\n    "args": ["-y", "x"]\n  }\n}\n',
    ],
    ['all on one line', '{ "a": 1 }', '{ "a": 1, "b": {"command": "npx", "args": ["-y", "x"]} }'],
    ['no blanks at all', '{"a":1}', '{"a":1,"b":{"command":"npx","args":["-y","x"]}}'],
    [
      'no blank behind the colon',
      '{\n  "a":1\n}',
      '{\n  "a":1,\n  "b":{\n    "command":"npx",\n    "args":[\n      "-y",\n      "x"\n    ]\n  }\n}',
    ],
  ])('%s', (_, text, after) => {
    expect(set(text, ['b'], added)).toBe(after);
    expect(remove(after, ['b'])).toBe(text);
  });

  it.each([
    ['a trailing comma', '{\n  "a": 1,\n}\n', '{\n  "a": 1,\n  "b": 2,\n}\n'],
    ['a trailing comma on one line', '{ "a": 1, }', '{ "a": 1, "b": 2, }'],
    ['leading commas', '{\n    "a": 1\n  , "c": 3\n}\n', '{\n    "a": 1\n  , "c": 3\n  , "b": 2\n}\n'],
    ['CRLF', '{\r\n  "a": 1\r\n}\r\n', '{\r\n  "a": 1,\r\n  "b": 2\r\n}\r\n'],
    ['a byte order mark', '\ufeff{\n  "a": 1\n}\n', '\ufeff{\n  "a": 1,\n  "b": 2\n}\n'],
    ['no final line end', '{\n  "a": 1\n}', '{\n  "a": 1,\n  "b": 2\n}'],
    ['a blank line at the end', '{\n  "a": 1\n\n}\n', '{\n  "a": 1,\n  "b": 2\n\n}\n'],
    ['a comment behind the last entry', '{\n  "a": 1 // one\n}\n', '{\n  "a": 1, // one\n  "b": 2\n}\n'],
    ['a comment below the last entry', '{\n  "a": 1\n  // end\n}\n', '{\n  "a": 1,\n  "b": 2\n  // end\n}\n'],
    ['nothing, closed up', '{}', '{\n  "b": 2\n}'],
    ['nothing, with a blank', '{ }\n', '{ "b": 2 }\n'],
    ['nothing, over two lines', '{\n}\n', '{\n  "b": 2\n\n}\n'],
    ['an empty file', '', '{\n  "b": 2\n}\n'],
    ['only a byte order mark', '\ufeff', '\ufeff{\n  "b": 2\n}\n'],
    ['only a comment', '// note\n', '// note\n{\n  "b": 2\n}\n'],
  ])('%s', (_, text, after) => {
    expect(set(text, ['b'], 2)).toBe(after);
    const prune = json.parse(text).value === undefined ? 1 : 0;
    expect(applyEdits(after, removeValue(jsonc, after, ['b'], { prune }))).toBe(text);
  });
});

describe('a changed value', () => {
  const text =
    '{\n  "a": 1.50, // one\n  "b": 12345678901234567890,\n  "c": "sl\\/ash \\u00e9",\n  "d": [1E3, -0]\n}\n';

  it('leaves the spelling of all others alone', () => {
    expect(set(text, ['a'], 2)).toBe(text.replace('1.50', '2'));
    expect(set(text, ['d', 0], 'x')).toBe(text.replace('1E3', '"x"'));
    expect(set(text, ['b'], 'x')).toBe(text.replace('12345678901234567890', '"x"'));
  });

  it('is not touched when it is the same in another spelling', () => {
    expect(setValue(jsonc, text, ['a'], 1.5)).toEqual([]);
    expect(setValue(jsonc, text, ['c'], 'sl/ash é')).toEqual([]);
    expect(setValue(jsonc, text, ['d'], [1000, 0])).toEqual([]);
  });

  it('changes only what differs inside a map', () => {
    const before = '{"s": {\n  "keep": 1, // why\n  "old": 2,\n  "change": 3\n}}';
    const after = '{"s": {\n  "keep": 1, // why\n  "change": 4,\n  "new": 5\n}}';
    expect(set(before, ['s'], { keep: 1, change: 4, new: 5 })).toBe(after);
  });
});

describe('a removed entry takes with it', () => {
  it.each([
    ['the comment behind it', '{\n  "a": 1, // about a\n  "b": 2\n}', '{\n  "b": 2\n}'],
    [
      'the comments right above it',
      '{\n  "x": 0,\n  // about a\n  /* more */\n  "a": 1,\n  "b": 2\n}',
      '{\n  "x": 0,\n  "b": 2\n}',
    ],
    ['the comment before it on its line', '{\n  "x": 0,\n  /* a */ "a": 1\n}', '{\n  "x": 0\n}'],
    [
      'no comment beyond a blank line',
      '{\n  "x": 0,\n\n  // section\n\n  "a": 1\n}',
      '{\n  "x": 0\n\n  // section\n\n}',
    ],
    ['no comment behind the opening bracket', '{ // all\n  "a": 1,\n  "b": 2\n}', '{ // all\n  "b": 2\n}'],
    [
      'no comment of its neighbors',
      '{\n  "x": 0, // x\n  "a": 1,\n  // about b\n  "b": 2\n}',
      '{\n  "x": 0, // x\n  // about b\n  "b": 2\n}',
    ],
    ['no comment below it at the end', '{\n  "x": 0,\n  "a": 1\n  // end\n}', '{\n  "x": 0\n  // end\n}'],
    ['its comma when it is the last', '{ "x": 0, "a": 1 }', '{ "x": 0 }'],
    ['a comma that leads its line', '{\n    "x": 0\n  , "a": 1\n}', '{\n    "x": 0\n}'],
  ])('%s', (_, text, after) => expect(remove(text, ['a'])).toBe(after));
});

describe('renaming', () => {
  it('changes the key and nothing else', () => {
    const text = '{\n  "a" : {"x": 1}, // about a\n  "b": 2\n}';
    expect(rename(text, ['a'], 'q"')).toBe(text.replace('"a"', '"q\\""'));
    expect(rename(text, ['a'], '__proto__')).toBe(text.replace('"a"', '"__proto__"'));
  });
});
