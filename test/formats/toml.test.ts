import { describe, expect, it } from 'vitest';
import { toml } from '../../src/formats/toml/index.ts';
import { describe as inWords } from '../../src/model/diagnostics/diagnostic.ts';
import { Literal, type Path, type Value } from '../../src/model/value.ts';

const read = (text: string): Value | undefined => {
  const { value, diagnostics } = toml.parse(text);
  expect(diagnostics).toEqual([]);
  return value;
};

const number = (text: string): Literal => new Literal('number', text);
const datetime = (text: string): Literal => new Literal('datetime', text);

describe('reading TOML', () => {
  it.each([
    ['', {}],
    ['\ufeff', {}],
    ['# only a comment', {}],
    ['a.b.c = 1\na.d = 2', { a: { b: { c: 1 }, d: 2 } }],
    ['[a.b]\nx = 1\n[a]\ny = 2', { a: { b: { x: 1 }, y: 2 } }],
    ['[a.b.c]', { a: { b: { c: {} } } }],
    ['[[a]]\nx = 1\n[a.b]\ny = 2\n[[a]]', { a: [{ x: 1, b: { y: 2 } }, {}] }],
    [
      'mcp_servers = { x = { command = "npx", env.A = "b" } }',
      { mcp_servers: { x: { command: 'npx', env: { A: 'b' } } } },
    ],
    ['[a]\nb.c = 1\n[a.b.d]\ne = 2', { a: { b: { c: 1, d: { e: 2 } } } }],
    ['"größe" = \'a\\b\'\n"" = """\n  two\n  lines"""', { größe: 'a\\b', '': '  two\n  lines' }],
    ['a = """\r\none\r\ntwo"""\r\n', { a: 'one\ntwo' }],
  ])('%j', (text, value) => {
    expect(read(text)).toEqual(value);
  });

  it.each([
    ['0x10', 16],
    ['1_000', 1000],
    ['-0', 0],
    ['1.50', 1.5],
    ['5e+22', 5e22],
    ['-inf', -Infinity],
    ['nan', Number.NaN],
    ['9007199254740991', 9007199254740991],
    ['9007199254740993', number('9007199254740993')],
    ['+12_345_678_901_234_567_890', number('12345678901234567890')],
    ['0xffff_ffff_ffff_ffff', number('18446744073709551615')],
    ['3.14159265358979323846', number('3.14159265358979323846')],
    ['+1e400', number('1e400')],
    ['1e-400', number('1e-400')],
    ['0.10', 0.1],
    ['1979-05-27T07:32:00Z', datetime('1979-05-27T07:32:00Z')],
    ['1979-05-27 07:32:00.999-07:00', datetime('1979-05-27 07:32:00.999-07:00')],
    ['1979-05-27', datetime('1979-05-27')],
    ['07:32:00', datetime('07:32:00')],
  ])('reads %s without changing it', (source, value) => {
    expect(read(`a = ${source}`)).toEqual({ a: value });
  });

  it('keeps keys that are special to JavaScript apart from prototypes', () => {
    const value = read('[__proto__]\nx = 1\n[constructor]\ntoString = 2') as Record<string, Value>;
    expect(Object.keys(value)).toEqual(['__proto__', 'constructor']);
    expect(Object.getOwnPropertyDescriptor(value, '__proto__')?.value).toEqual({ x: 1 });
    expect(({} as Record<string, unknown>)['x']).toBeUndefined();
  });

  it('reads what TOML 1.1 allows', () => {
    expect(read('a = {\n  b = 1, # c\n}\nt = 07:32\ne = "\\e\\x41"')).toEqual({
      a: { b: 1 },
      t: datetime('07:32'),
      e: '\u001bA',
    });
  });
});

describe('places in TOML', () => {
  const text = [
    '\ufeffmodel = "x"',
    'tool.web.on = true',
    '[mcp_servers."git hub".env]',
    'A = { "b c" = [1, 2] }',
    '[mcp_servers."git hub"]',
    'command = "npx"',
    '',
    '[[list]]',
    'x = 1',
    '[list.sub]',
  ].join('\n');
  const document = toml.parse(text);
  const sources = (path: Path): (string | undefined)[] => {
    const place = document.locate(path);
    return [
      place?.key && text.slice(place.key.start, place.key.end),
      place && text.slice(place.value.start, place.value.end),
    ];
  };

  it.each<[Path, string | undefined, string | undefined]>([
    [['model'], 'model', '"x"'],
    [['tool'], 'tool', 'tool.web.on = true'],
    [['tool', 'web', 'on'], 'on', 'true'],
    [['mcp_servers'], 'mcp_servers', '[mcp_servers."git hub".env]\nA = { "b c" = [1, 2] }'],
    [['mcp_servers', 'git hub'], '"git hub"', '[mcp_servers."git hub"]\ncommand = "npx"'],
    [['mcp_servers', 'git hub', 'env', 'A', 'b c', 1], undefined, '2'],
    [['list'], 'list', '[[list]]\nx = 1'],
    [['list', 0], undefined, '[[list]]\nx = 1'],
    [['list', 0, 'sub'], 'sub', '[list.sub]'],
    [['list', 1], undefined, undefined],
    [['model', 'x'], undefined, undefined],
    [[], undefined, text.slice(1)],
  ])('%j', (path, key, value) => {
    expect(sources(path)).toEqual([key, value]);
  });
});

describe('malformed TOML', () => {
  const issues = (text: string): string[] => {
    return toml.parse(text).diagnostics.map((one) => {
      const { message, fix } = inWords(one);
      expect(one.severity).toBe('error');
      return `${one.range?.start.line}:${one.range?.start.column}-${one.range?.end.column} ${message}${fix ? `. ${fix}` : ''}`;
    });
  };

  it.each([
    ['a = ', '1:5-5 TOML syntax error: a value is missing. Check TOML syntax'],
    ['a = npx', '1:5-6 TOML syntax error: unexpected character. Check TOML syntax: put strings in quotes'],
    [
      'a = "C:\\Users"',
      '1:9-10 TOML syntax error: unknown escape sequence. Check TOML syntax: write \\\\ for a backslash, or use single quotes',
    ],
    ['x = 1\n\n[a', '3:3-3 TOML syntax error: a table header is not closed. Check TOML syntax: end it with "]"'],
    ['a = 1 b = 2', '1:7-8 TOML syntax error: unexpected text after the value. Check TOML syntax: start a new line'],
    ['a = [1 2]', '1:8-9 TOML syntax error: expected a comma between two items. Check TOML syntax'],
    ['# \ud83d\nb = 1', '1:3-4 TOML syntax error: a lone surrogate. Check TOML syntax'],
    ['a = 1\r', '1:6-1 TOML syntax error: a carriage return without a line feed. Check TOML syntax'],
    ['# c\rb = 2', '1:4-1 TOML syntax error: a carriage return without a line feed. Check TOML syntax'],
    ['a = "\u0000"', '1:6-7 TOML syntax error: this text contains a control character. Check TOML syntax'],
    [
      '\ufeffa = 012',
      '1:5-6 TOML syntax error: a number starts with 0. Check TOML syntax: remove the 0, or put it in quotes',
    ],
  ])('%j', (text, issue) => {
    expect(issues(text)).toEqual([issue]);
    expect(toml.parse(text).value).toEqual({});
    expect(toml.parse(text).locate([])).toBeUndefined();
  });

  it.each([
    ['a = 1\na = 2', ['2:1-2 "a" is already defined on line 1. Keep one of the two definitions of "a"']],
    ['[a.b]\n\n[a.b]', ['3:4-5 "b" is already defined on line 1. Keep one of the two definitions of "b"']],
    ['a.b = 1\n[a]', ['2:2-3 "a" is already defined on line 1. Keep one of the two definitions of "a"']],
    ['[a]\nb.c = 1\n[a."b"]', ['3:4-7 "b" is already defined on line 2. Keep one of the two definitions of "b"']],
    ['[[a]]\nx = 1\n[a]', ['3:2-3 "a" is already defined on line 1. Keep one of the two definitions of "a"']],
    ['a = { b = 1, b = 2 }', ['1:14-15 "b" is already defined on line 1. Keep one of the two definitions of "b"']],
    [
      'a = [{ b.c = 1 }, { b.c = 1, b.c = 2 }]',
      ['1:32-33 "c" is already defined on line 1. Keep one of the two definitions of "c"'],
    ],
    [
      '[a]\nx = 1\n[a]\nx = 2\nx = 3',
      [
        '3:2-3 "a" is already defined on line 1. Keep one of the two definitions of "a"',
        '5:1-2 "x" is already defined on line 4. Keep one of the two definitions of "x"',
      ],
    ],
    [
      '[a]\n[a]\n[b',
      [
        '2:2-3 "a" is already defined on line 1. Keep one of the two definitions of "a"',
        '3:3-3 TOML syntax error: a table header is not closed. Check TOML syntax: end it with "]"',
      ],
    ],
    [
      'a.b = 1\na.b = 2\n[a.b.c]\n[[d]]\n[d]',
      [
        '2:3-4 "b" is already defined on line 1. Keep one of the two definitions of "b"',
        '3:4-5 "b" is already defined on line 1. Keep one of the two definitions of "b"',
        '5:2-3 "d" is already defined on line 4. Keep one of the two definitions of "d"',
      ],
    ],
  ])('%j', (text, expected) => {
    expect(issues(text)).toEqual(expected);
  });

  it('gives the path of a repeated key', () => {
    const [first, second] = toml.parse('[[l]]\n[[l]]\n[l.a]\n[l.a]\nb = 1\nb = 2').diagnostics;
    expect([first?.path, second?.path]).toEqual([
      ['l', 1, 'a'],
      ['l', 1, 'a', 'b'],
    ]);
  });

  it('reports the first of very many repeated keys', () => {
    expect(issues('[a]\n'.repeat(500))).toHaveLength(20);
  });

  it.each([
    ['lists', `a = ${'['.repeat(50_000)}${']'.repeat(50_000)}`],
    ['open lists', `a = ${'['.repeat(50_000)}`],
    ['inline tables', `a = ${'{a='.repeat(20_000)}1${'}'.repeat(20_000)}`],
    ['keys', `${'a.'.repeat(50_000)}a = 1`],
    ['headers', `[${'a.'.repeat(50_000)}a]`],
    ['a long text', `a = "${'x'.repeat(1_000_000)}"`],
  ])('does not fall over thousands of levels of %s', (_, text) => {
    const { diagnostics } = toml.parse(text);
    for (const { code, range } of diagnostics)
      expect([code, range?.start.offset]).toEqual(['syntax', expect.any(Number)]);
  });
});

describe('values that TOML cannot hold', () => {
  it.each<[string, Value, string]>([
    ['null', { a: [null] }, 'x.a.0 cannot be written: TOML has no null.'],
    ['half a character', 'a\ud800', 'x cannot be written: it contains a lone surrogate.'],
    ['such a key', { '\udc00': 1 }, 'x cannot be written: it contains a lone surrogate.'],
    ['a strange number', number('.5'), 'x cannot be written: .5 is not a number in TOML.'],
    ['a strange date', datetime('yesterday'), 'x cannot be written: yesterday is not a datetime in TOML.'],
    ['something else behind a date', datetime('1979-05-27\nb = 1'), expect.stringContaining('in TOML') as string],
  ])('%s', (_, value, message) => {
    expect(() => toml.express(value, ['x'])).toThrowError(
      expect.objectContaining({ code: 'value-inexpressible', message }),
    );
  });

  it('reads a number back as TOML would', () => {
    expect(toml.express([number('1.50'), number('1e400'), number('12345678901234567890')], [])).toEqual([
      1.5,
      number('1e400'),
      number('12345678901234567890'),
    ]);
  });

  it.each<[Value, string]>([
    [datetime('07:32'), 'TOML 1.0 has no time without seconds'],
    [number('9223372036854775808'), 'TOML has no integers of more than 64 bits'],
  ])('never writes %j', (value, why) => {
    const document = toml.parse('a = 1');
    expect(() => toml.insert(document, [], [{ step: 'b', value: [value] }])).toThrowError(
      `b.0 cannot be written: ${why}.`,
    );
    expect(() => toml.replace(document, ['a'], value)).toThrowError(`a cannot be written: ${why}.`);
  });
});
