import { describe, expect, it } from 'vitest';
import { applyEdits } from '../../src/formats/edit-list.ts';
import { removeValue, renameKey, setValue } from '../../src/formats/edit.ts';
import { toml } from '../../src/formats/toml/index.ts';
import { Literal, type Path, type Value, valueAt } from '../../src/model/value.ts';

const set = (text: string, path: Path, value: Value): string => applyEdits(text, setValue(toml, text, path, value));
const remove = (text: string, path: Path, prune = 0): string =>
  applyEdits(text, removeValue(toml, text, path, { prune }));
const rename = (text: string, path: Path, key: string): string => applyEdits(text, renameKey(toml, text, path, key));
const lines = (...all: string[]): string => `${all.join('\n')}\n`;

const codex = lines(
  '# Codex',
  '',
  'model = "gpt-5" # the good one',
  '',
  '# code hosting',
  '[mcp_servers.github]',
  'command = "npx"',
  'args = ["-y", "@mcp/github"]',
  '# startup_timeout_sec = 20',
  '',
  '[mcp_servers.github.env]',
  'TOKEN = "x"',
  '',
  '[projects."/home/me/x"]',
  'trust_level = "trusted"',
);

describe('adding to TOML', () => {
  const cases: [string, string, Path, Value, string][] = [
    ['to nothing', '', ['a', 'b'], { key: 'v' }, '[a.b]\nkey = "v"\n'],
    ['a plain value to nothing', '\ufeff', ['a'], 1, '\ufeffa = 1\n'],
    ['below a comment', '# c', ['a'], { b: 1 }, '# c\n\n[a]\nb = 1'],
    ['a plain value below a comment', '# c\n\n\n', ['a'], 1, '# c\n\na = 1\n\n\n'],
    ['a plain value above the first header', '# c\n[a]\n', ['b'], 1, 'b = 1\n\n# c\n[a]\n'],
    ['a plain value below a comment on its own', '# c\n\n[a]\n', ['b'], 1, '# c\n\nb = 1\n\n[a]\n'],
    ['a plain value behind others', 'a = 1 # c\n# d\n\n[t]\n', ['b'], 'x', 'a = 1 # c\nb = "x"\n# d\n\n[t]\n'],
    ['an empty table', 'a = 1\n', ['t'], {}, 'a = 1\n\n[t]\n'],
    ['tables in tables', '', ['t'], { a: { b: { c: 1 } }, d: {}, e: 2 }, '[t]\ne = 2\n\n[t.a.b]\nc = 1\n\n[t.d]\n'],
    ['tables in lists', '', ['t'], { a: [{ b: { c: 1 } }, {}] }, '[t]\na = [{ b = { c = 1 } }, {}]\n'],
    [
      'to a compact file',
      '[a]\nx=1\n[b]\ny=2\n',
      ['c'],
      { d: 1, e: { f: 2 } },
      '[a]\nx=1\n[b]\ny=2\n[c]\nd=1\n[c.e]\nf=2\n',
    ],
    ['a table below a comment of a compact file', '[a]\n[b]\n# c', ['d'], {}, '[a]\n[b]\n# c\n\n[d]'],
    ['to a header with tables below', '[a]\nx = 1\n\n[a.b]\n', ['a', 'y'], 2, '[a]\nx = 1\ny = 2\n\n[a.b]\n'],
    ['to a bare header', '[a] # c\n# d\n', ['a', 'x'], 1, '[a] # c\nx = 1\n# d\n'],
    ['to an implied table', '[a.b]\nx = 1\n\n[c]\n', ['a', 'y'], 2, '[a.b]\nx = 1\n\n[a]\ny = 2\n\n[c]\n'],
    ['a table to an implied table', '[a.b]\n\n[c]\n', ['a', 'd'], { e: 1 }, '[a.b]\n\n[a.d]\ne = 1\n\n[c]\n'],
    [
      'to dotted keys',
      'a.b.c = 1\na . d = 2\nx = 1\n',
      ['a', 'e'],
      { f: 1 },
      'a.b.c = 1\na . d = 2\na.e = { f = 1 }\nx = 1\n',
    ],
    [
      'to dotted keys below a header',
      '[t]\n  a.b.c = 1\n  x = 1',
      ['t', 'a', 'b', 'd'],
      2,
      '[t]\n  a.b.c = 1\n  a.b.d = 2\n  x = 1',
    ],
    ['to an inline table', 'm = { x = { a=1 } }', ['m', 'x', 'b'], [1, 'c'], 'm = { x = { a=1, b=[1, "c"] } }'],
    ['to an empty inline table', 'm = {}', ['m', 'a'], { b: 1 }, 'm = { a = { b = 1 } }'],
    [
      'to dotted keys in an inline table',
      'm = { a.b = 1, c = 2 }',
      ['m', 'a', 'd'],
      3,
      'm = { a.b = 1, c = 2, a.d = 3 }',
    ],
    ['to an inline table of TOML 1.1', 'm = {\n  a = 1, # c\n}', ['m', 'b'], 2, 'm = {\n  a = 1, # c\n  b = 2,\n}'],
    ['to a list', 'a = [1]', ['a', 1], { b: 1 }, 'a = [1, { b = 1 }]'],
    ['to a list over several lines', 'a = [\n  1, # c\n  2 # d\n]', ['a', 2], 3, 'a = [\n  1, # c\n  2, # d\n  3\n]'],
    [
      'to a list of tables',
      '[[a]]\nx = 1\n[a.b]\n[c]\n',
      ['a', 1],
      { y: { z: 1 } },
      '[[a]]\nx = 1\n[a.b]\n[[a]]\n[a.y]\nz = 1\n[c]\n',
    ],
    ['to an item of a list of tables', '[[a]]\n\n[[a]]\n', ['a', 0, 'b'], { c: 1 }, '[[a]]\n\n[a.b]\nc = 1\n\n[[a]]\n'],
    [
      'keys and texts that need care',
      '',
      ['a b', ''],
      { 'c.d': '"\\\t\u0001é' },
      '["a b".""]\n"c.d" = "\\"\\\\\\t\\u0001é"\n',
    ],
  ];

  it.each(cases)('%s, and taking it away again', (_, before, path, value, after) => {
    expect(set(before, path, value)).toBe(after);
    const container = valueAt(toml.parse(before).value, path.slice(0, -1));
    expect(remove(after, path, container === undefined ? 1 : 0)).toBe(before);
  });

  it('puts a server behind the last one, not behind everything', () => {
    const added = set(codex, ['mcp_servers', 'files'], { command: 'npx', args: ['-y'], env: { ROOT: '/' } });
    const section = '\n[mcp_servers.files]\ncommand = "npx"\nargs = ["-y"]\n\n[mcp_servers.files.env]\nROOT = "/"\n';
    expect(added).toBe(codex.replace('TOKEN = "x"\n', `TOKEN = "x"\n${section}`));
    expect(remove(added, ['mcp_servers', 'files'])).toBe(codex);
  });

  it('keeps commented-out lines with their section', () => {
    expect(set(lines('[a]', 'x = 1', '# y = 2'), ['b'], { z: 3 })).toBe(
      lines('[a]', 'x = 1', '# y = 2', '', '[b]', 'z = 3'),
    );
    const indented = lines('[a]', '  x = 1', '  # y = 2', '[c]');
    expect(set(indented, ['a', 'b'], {})).toBe(lines('[a]', '  x = 1', '  # y = 2', '', '[a.b]', '[c]'));
  });

  it('tells a header made for one line from one that was there before', () => {
    const implied = lines('[a.b]', '', '[c]');
    expect(remove(set(implied, ['a', 'x'], 1), ['a', 'x'])).toBe(implied);
    const explicit = lines('[a.b]', '', '[a]', '', '[c]');
    expect(set(explicit, ['a', 'x'], 1)).toBe(lines('[a.b]', '', '[a]', '', 'x = 1', '', '[c]'));
    expect(remove(set(explicit, ['a', 'x'], 1), ['a', 'x'])).toBe(explicit);
  });

  it.each<[string, string, Path, Value, string]>([
    ['line ends', 'a = 1\r\n', ['t'], { b: [], c: {} }, 'a = 1\r\n\r\n[t]\r\nb = []\r\n\r\n[t.c]\r\n'],
    [
      'literal strings',
      "a = 'x'\n",
      ['b c'],
      ['y', "it's", 'C:\\d', 'l\n'],
      "a = 'x'\n'b c' = ['y', \"it's\", 'C:\\d', \"l\\n\"]\n",
    ],
    [
      'indents',
      '[a]\n\tx = 1\n\n\t[a.b]\n\t\ty = 1\n',
      ['a', 'c'],
      { d: 1 },
      '[a]\n\tx = 1\n\n\t[a.b]\n\t\ty = 1\n\n\t[a.c]\n\t\td = 1\n',
    ],
    ['spelling of names', "['a' . b]\nx = 1\n", ['a', 'b', 'c'], {}, "['a' . b]\nx = 1\n\n['a' . b.c]\n"],
    [
      'lists',
      '[t]\na = [\n    1,\n]\n',
      ['t', 'b'],
      ['x', 'y'],
      '[t]\na = [\n    1,\n]\nb = [\n    "x",\n    "y",\n]\n',
    ],
    ['inline tables', 'a = {b=1}\n', ['a', 'c'], { d: 1 }, 'a = {b=1, c={d=1}}\n'],
  ])('copies the style of %s', (_, before, path, value, after) => {
    expect(set(before, path, value)).toBe(after);
  });

  it.each<[Value, string]>([
    [1, '1'],
    [-0, '-0.0'],
    [1.5, '1.5'],
    [1e21, '1e+21'],
    [2 ** 53, '9007199254740992.0'],
    [Number.NaN, 'nan'],
    [-Infinity, '-inf'],
    [new Literal('number', '1234567890123456789'), '1234567890123456789'],
    [new Literal('datetime', '1979-05-27 07:32:00Z'), '1979-05-27 07:32:00Z'],
  ])('writes %o', (value, source) => {
    expect(set('', ['a'], value)).toBe(`a = ${source}\n`);
  });

  it('refuses what has no place', () => {
    expect(() => set('[[a]]\n', ['a', 1], 5)).toThrowError(
      'a.1 cannot be written: a list written with [[headers]] can only contain tables.',
    );
    expect(() => set('[[a]]\n', ['a', 0], 5)).toThrowError(
      'a.0 cannot be written: only a table can replace a table here.',
    );
    expect(() => set('a = 1\n', [], 5)).toThrowError(expect.objectContaining({ code: 'value-inexpressible' }));
    expect(() => rename('a = 1\n', ['a'], '\ud800')).toThrowError(
      expect.objectContaining({ code: 'value-inexpressible' }),
    );
  });
});

describe('removing from TOML', () => {
  it('takes all sections of a table and the comments that belong to them', () => {
    const left = lines(
      '# Codex',
      '',
      'model = "gpt-5" # the good one',
      '',
      '[projects."/home/me/x"]',
      'trust_level = "trusted"',
    );
    expect(remove(codex, ['mcp_servers', 'github'])).toBe(left);
  });

  it.each<[string, string, Path, string]>([
    ['scattered sections', '[a.b]\nx = 1\n\n# c\n\n[z]\n\n[a]\n\n# d\n[a.e]\n', ['a'], '# c\n\n[z]\n'],
    ['dotted keys', 'a.b = 1\n\nx = 1\n# c\na.d.e = 2 # f\ny = 2\n', ['a'], 'x = 1\ny = 2\n'],
    ['dotted keys in an inline table', 't = { a.b = 1, c = 2, a.d = 3 }', ['t', 'a'], 't = { c = 2 }'],
    ['the last member of an inline table', 't = { a = 1 }', ['t', 'a'], 't = {}'],
    ['the last line of a section', '[a]\nx = 1\n', ['a', 'x'], '[a]\n'],
    [
      'one of a list of tables',
      '[[a]]\nx = 1\n\n[[a]]\n[a.b]\n\n[[a]]\nx = 3\n',
      ['a', 1],
      '[[a]]\nx = 1\n\n[[a]]\nx = 3\n',
    ],
    ['the only one of a list of tables', 'x = 1\n\n[[a]]\n', ['a', 0], 'x = 1\n'],
    ['a line that stands alone', '[a]\nx = 1\n\ny = 2\n\nz = 3\n', ['a', 'y'], '[a]\nx = 1\n\nz = 3\n'],
    ['the first of a group of lines', 'x = 1\n\ny = 2\nz = 3\n', ['y'], 'x = 1\n\nz = 3\n'],
    ['a text that looks like lines', 'a = """\n# b\n[c]\n"""\nd = 1', ['a'], 'd = 1'],
    ['without touching the comments of the next', '[a]\nx = 1\n# b\n[b]\n', ['a'], '# b\n[b]\n'],
    ['without giving a comment to the next', '# c\n\n[a]\n[b]\n', ['a'], '# c\n\n[b]\n'],
    ['a comment line below the last line', '[a]\nx = 1\n# y\n\n# z\n\n[b]\n', ['a'], '# z\n\n[b]\n'],
    ['everything', '# c\r\n[a]\r\nx = 1', ['a'], ''],
  ])('%s', (_, before, path, after) => {
    expect(remove(before, path)).toBe(after);
  });
});

describe('renaming in TOML', () => {
  it.each<[string, string, Path, string, string]>([
    ['headers', '[a.b]\n[a.b.c]\n[x.b]\n', ['a', 'b'], 'd e', '[a."d e"]\n[a."d e".c]\n[x.b]\n'],
    ['dotted keys', "a.'b c'.d = 1\na . 'b c' . e = 2\n", ['a', 'b c'], 'f g', "a.'f g'.d = 1\na . 'f g' . e = 2\n"],
    ['inline tables', 'a = { b.c = 1, b.d = 2 }', ['a', 'b'], 'e', 'a = { e.c = 1, e.d = 2 }'],
    ['lists of tables', '[[a]]\n[a.b]\n[[a]]\n', ['a'], 'c', '[[c]]\n[c.b]\n[[c]]\n'],
    [
      'a table in one item of a list',
      '[[a]]\n[a.b]\n[[a]]\n[a.b]\n',
      ['a', 1, 'b'],
      'c',
      '[[a]]\n[a.b]\n[[a]]\n[a.c]\n',
    ],
    [
      'a table defined in many ways',
      'a.b.c = 1\n[a.b.d]\n[a.b.d.e]\n',
      ['a', 'b'],
      '',
      'a."".c = 1\n[a."".d]\n[a."".d.e]\n',
    ],
  ])('%s', (_, before, path, key, after) => {
    expect(rename(before, path, key)).toBe(after);
  });
});

describe('changing TOML', () => {
  it.each<[string, string, Path, Value, string]>([
    ['a value in place', 'a = 1 # c\n', ['a'], 'x', 'a = "x" # c\n'],
    ['a float to a whole number', 'a = 1.5\n', ['a'], 2, 'a = 2.0\n'],
    ['a value to a table', 'a = 1 # c\n', ['a'], { b: { c: 1 } }, 'a = { b = { c = 1 } } # c\n'],
    ['a table to a value', 'x = 1\n\n[a]\n[a.b]\n', ['a'], 5, 'x = 1\na = 5\n'],
    ['a table to an empty one', 'a.b.c = 1\n', ['a', 'b'], {}, '[a.b]\n'],
    ['a list of tables to nothing', '[[a]]\nx = 1\n', ['a'], [], 'a = []\n'],
    [
      'one line of a section',
      '[a]\nx = 1 # c\ny = 2\n\n[a.b]\n',
      ['a'],
      { x: 1, y: 3, b: { z: 1 } },
      '[a]\nx = 1 # c\ny = 3\n\n[a.b]\nz = 1\n',
    ],
    ['the whole document', 'a = 1 # c\n[b]\n', [], { a: 1, d: { e: 1 } }, 'a = 1 # c\n\n[d]\ne = 1\n'],
  ])('%s', (_, before, path, value, after) => {
    expect(set(before, path, value)).toBe(after);
  });

  it('can give a table other contents in one go', () => {
    const text = '[a]\nx = 1\n\n[[b]]\ny = 1\n';
    expect(applyEdits(text, toml.replace(toml.parse(text), ['b', 0], { z: 2 }))).toBe('[a]\nx = 1\n\n[[b]]\nz = 2\n');
    expect(applyEdits(text, toml.replace(toml.parse(text), [], { c: { d: 1 } }))).toBe('[c]\nd = 1\n');
    expect(applyEdits('a.b = 1\n', toml.replace(toml.parse('a.b = 1\n'), ['a'], {}))).toBe('[a]\n');
  });
});
