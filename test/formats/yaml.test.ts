import { describe, expect, it } from 'vitest';
import { applyEdits } from '../../src/formats/edit-list.ts';
import { removeValue, renameKey, setValue } from '../../src/formats/edit.ts';
import { yaml } from '../../src/formats/yaml/index.ts';
import { Literal, type Path, type Value } from '../../src/model/value.ts';

const set = (text: string, path: Path, value: Value): string => applyEdits(text, setValue(yaml, text, path, value));
const remove = (text: string, path: Path): string => applyEdits(text, removeValue(yaml, text, path));
const rename = (text: string, path: Path, key: string): string => applyEdits(text, renameKey(yaml, text, path, key));
const lines = (...all: string[]): string => `${all.join('\n')}\n`;

const goose = lines(
  'GOOSE_PROVIDER: anthropic',
  'extensions:',
  '  developer:',
  '    bundled: true',
  '    type: builtin',
  '  fetch:',
  '    args:',
  '    - mcp-server-fetch',
  '    cmd: uvx   # from uv',
  '    envs: {}',
  '    timeout: 300',
  '  # other:',
  '  #   cmd: foo',
  '',
  'GOOSE_MODEL: claude',
);

const continueDev = lines(
  'name: Local',
  'mcpServers:',
  '  # the first',
  '  - name: fetch',
  '    command: uvx',
  '    args: ["mcp-server-fetch"]',
  '  - name: git # the second',
  '    command: uvx',
  'rules: []',
);

describe('YAML: reading', () => {
  const read = (text: string): Value | undefined => {
    const { value, diagnostics } = yaml.parse(text);
    expect(diagnostics).toEqual([]);
    return value;
  };

  it.each(['', ' \n', '\ufeff', '# c\n', '---', '---\n...\n', '%YAML 1.2\n---\n# c\n'])(
    'finds no value in %j',
    (text) => {
      expect(read(text)).toBeUndefined();
    },
  );

  it('keeps what a double would change', () => {
    expect(read('a: 12345678901234567890')).toEqual({ a: new Literal('number', '12345678901234567890') });
    expect(read('a: 0.1000000000000000055')).toEqual({ a: new Literal('number', '0.1000000000000000055') });
    expect(read('a: 1e400')).toEqual({ a: new Literal('number', '1e400') });
    expect(read('[1.50, 0x10, 0o17, 1e3, 9007199254740991, .5, -.inf]')).toEqual([
      1.5,
      16,
      15,
      1000,
      9007199254740991,
      0.5,
      -Infinity,
    ]);
  });

  it('follows the core schema of YAML 1.2, whatever the directive says', () => {
    expect(read('%YAML 1.1\n---\n[yes, No, ~, null, "", 2024-01-01, 12:30]')).toEqual([
      'yes',
      'No',
      null,
      null,
      '',
      '2024-01-01',
      '12:30',
    ]);
    expect(read('[!!str 5, !custom x, !!binary aGk=, !!set {a}]')).toEqual(['5', 'x', 'aGk=', { a: null }]);
  });

  it('reads keys as they are written', () => {
    expect(read('1.0: a\ntrue: b\n~: c\n? [x, y]\n: d\n')).toEqual({ '1.0': 'a', true: 'b', '~': 'c', '[x, y]': 'd' });
    const value = read('__proto__: 1\nconstructor: 2\n') as object;
    expect(Object.keys(value)).toEqual(['__proto__', 'constructor']);
  });

  it('resolves aliases and does not merge', () => {
    expect(read('a: &x {p: 1}\nb: *x\nc:\n  <<: *x\n')).toEqual({ a: { p: 1 }, b: { p: 1 }, c: { '<<': { p: 1 } } });
    expect(read('a: &x 1\nb: &x 2\nc: *x\n')).toEqual({ a: 1, b: 2, c: 2 });
  });

  it('knows where everything stands', () => {
    const text = 'a:\n  "b c": &x !!str 5 # no\n  d:\n    - |+\n      x\n\n  e:\n';
    const document = yaml.parse(text);
    const source = (path: Path): (string | undefined)[] => {
      const place = document.locate(path);
      return [
        place?.key && text.slice(place.key.start, place.key.end),
        place && text.slice(place.value.start, place.value.end),
      ];
    };
    expect(source(['a', 'b c'])).toEqual(['"b c"', '5']);
    expect(source(['a', 'd', 0])).toEqual([undefined, '|+\n      x\n']);
    expect(source(['a', 'e'])).toEqual(['e', '']);
    expect(document.locate(['a', 'x'])).toBeUndefined();
    expect(document.locate(['a', 'd', 'x'])).toBeUndefined();
  });
});

describe('YAML: maps', () => {
  it('adds a Goose extension in the style of the file, before the comments at its end', () => {
    const server = { args: ['-y', '@scope/pkg'], cmd: 'npx', envs: { TOKEN: '${TOKEN}', FLAG: 'yes' }, timeout: 300 };
    const added = [
      '  my-server:',
      '    args:',
      '    - -y',
      '    - "@scope/pkg"',
      '    cmd: npx',
      '    envs:',
      '      TOKEN: ${TOKEN}',
      '      FLAG: "yes"',
      '    timeout: 300',
      '  # other:',
    ];
    const after = set(goose, ['extensions', 'my-server'], server);
    expect(after).toBe(goose.replace('  # other:', added.join('\n')));
    expect(remove(after, ['extensions', 'my-server'])).toBe(goose);
  });

  it('turns {} into lines and back', () => {
    const after = set(goose, ['extensions', 'fetch', 'envs', 'A'], '1');
    expect(after).toBe(goose.replace('envs: {}', 'envs:\n      A: "1"'));
    expect(remove(after, ['extensions', 'fetch', 'envs', 'A'])).toBe(goose);
    expect(set('a: {} # c\n', ['a', 'b'], 1)).toBe('a: # c\n  b: 1\n');
    expect(remove('a: # c\n  b: 1\n', ['a', 'b'])).toBe('a: {} # c\n');
    expect(set('a: &x {}\n', ['a', 'b'], 1)).toBe('a: &x\n  b: 1\n');
    expect(set('{}\n', ['b'], 1)).toBe('b: 1\n');
    expect(set('- {}\n', [0, 'b'], { c: 1 })).toBe('- b:\n    c: 1\n');
    expect(remove('b: 1\n', ['b'])).toBe('{}\n');
  });

  it.each([
    ['a: |+\n  x\n\n', 'a: |+\n  x\n\nnew: 1\n'],
    ['a: |\n  x\n\n', 'a: |\n  x\nnew: 1\n\n'],
    ['a: |', 'a: |\nnew: 1'],
    ['a:', 'a:\nnew: 1'],
    ['a: x\n  y # c\n# d\n', 'a: x\n  y # c\nnew: 1\n# d\n'],
    ['a: "x\n  y"', 'a: "x\n  y"\nnew: 1'],
    ['a: 1\n  # deep\n# not\n', 'a: 1\n  # deep\nnew: 1\n# not\n'],
    ['? a\n: b\n', '? a\n: b\nnew: 1\n'],
    ['a: 1\n...\n', 'a: 1\nnew: 1\n...\n'],
    ['---\r\na: 1\r\n', '---\r\na: 1\r\nnew: 1\r\n'],
    ['\ufeff- 1\n', undefined],
    ['a:\n- 1\n# c\n', 'a:\n- 1\nnew: 1\n# c\n'],
  ])('adds behind %j', (text, after) => {
    if (after === undefined) {
      expect(() => set(text, ['new'], 1)).toThrowError(expect.objectContaining({ code: 'path-blocked' }));
      return;
    }
    expect(set(text, ['new'], 1)).toBe(after);
    expect(remove(after, ['new'])).toBe(text);
  });

  it('removes an entry with its comments and nothing else', () => {
    const text = '# head\n\n# about a\n# more\na:\n  b: 1 # b\n\n  # still inside a\n# about c\nc: 2 # c\n\n# tail\n';
    expect(remove(text, ['a'])).toBe('# head\n\n# about c\nc: 2 # c\n\n# tail\n');
    expect(remove(text, ['c'])).toBe('# head\n\n# about a\n# more\na:\n  b: 1 # b\n\n  # still inside a\n\n# tail\n');
    expect(remove(text, ['a', 'b'])).toBe(
      '# head\n\n# about a\n# more\na: {}\n\n  # still inside a\n# about c\nc: 2 # c\n\n# tail\n',
    );
  });

  it('does not let blank lines run into a block scalar', () => {
    expect(remove('a: |+\n  x\nb: 1\n\nc: 2\n', ['b'])).toBe('a: |+\n  x\nc: 2\n');
    expect(remove('a: |\n  x\nb: 1\n      \nc: 2\n', ['b'])).toBe('a: |\n  x\nc: 2\n');
    expect(remove('a: |\n  x\nb: 1\n\nc: 2\n', ['b'])).toBe('a: |\n  x\n\nc: 2\n');
    expect(remove('a: |+\n  x\n\nb: 1', ['b'])).toBe('a: |+\n  x\n\n');
  });
});

describe('YAML: lists', () => {
  it('adds, changes and removes the servers of Continue', () => {
    const after = set(continueDev, ['mcpServers', 2], {
      name: 'x',
      command: 'npx',
      args: ['-y', 'p, q'],
      env: { K: "it's" },
    });
    const added = ['  - name: x', '    command: npx', '    args: [-y, "p, q"]', '    env:', "      K: it's", 'rules'];
    expect(after).toBe(continueDev.replace('rules', added.join('\n')));
    expect(remove(after, ['mcpServers', 2])).toBe(continueDev);
    expect(remove(continueDev, ['mcpServers', 0])).toBe(
      lines('name: Local', 'mcpServers:', '  - name: git # the second', '    command: uvx', 'rules: []'),
    );
    expect(remove(continueDev, ['mcpServers', 1, 'name'])).toBe(
      continueDev.replace('name: git # the second\n    ', ''),
    );
    expect(remove(remove(continueDev, ['mcpServers', 1]), ['mcpServers', 0])).toBe(
      lines('name: Local', 'mcpServers: []', 'rules: []'),
    );
    expect(set(continueDev, ['rules', 0], 'be\nnice\n')).toBe(continueDev.replace(' []', '\n  - |\n    be\n    nice'));
  });

  it.each([
    ['- a: 1\n  # about b\n  b: 2\n', [0, 'a'], '-\n  # about b\n  b: 2\n'],
    ['-   a: 1\n\n    b: 2\n', [0, 'a'], '-   b: 2\n'],
    ['- a: 1 # c\n', [0, 'a'], '- {}\n'],
    ['- - a\n  - b\n', [0, 0], '- - b\n'],
    ['- - a\n', [0, 0], '- []\n'],
    ['k:\n- a\n- b\n', ['k', 0], 'k:\n- b\n'],
    ['k:\n- a\n', ['k', 0], 'k: []\n'],
    ['k: [a, # c\n  b]\n', ['k', 0], 'k: [\n  b]\n'],
    ['k: {a: 1, b: 2}\n', ['k', 'a'], 'k: {b: 2}\n'],
  ] as [string, Path, string][])('removes from %j at %j', (text, path, after) => {
    expect(remove(text, path)).toBe(after);
  });

  it.each([
    ['k: [a#b] # c\n', 'k: [a#b, x] # c\n'],
    ['k: [\n  a, # c\n  b # d\n]\n', 'k: [\n  a, # c\n  b, # d\n  x\n]\n'],
    ['k: [ a, ]\n', 'k: [ a, x, ]\n'],
    ['k: [ ]\n', 'k: [ x ]\n'],
    ['k: []', 'k:\n  - x'],
    ['k:\n- a # c\n\n# d\n', 'k:\n- a # c\n- x\n\n# d\n'],
    ['j:\n- b\nk: []\n', 'j:\n- b\nk:\n- x\n'],
  ])('appends to %j', (text, after) => {
    const { length } = (yaml.parse(text).value as { k: Value[] }).k;
    expect(set(text, ['k', length], 'x')).toBe(after);
    expect(remove(after, ['k', length])).toBe(text);
  });
});

describe('YAML: values', () => {
  it.each([
    ['a:   5   # c\n', ['a'], 6, 'a:   6   # c\n'],
    ['a: "x"\n', ['a'], 'n"q', 'a: "n\\"q"\n'],
    ["a: 'x'\n", ['a'], "it's", "a: 'it''s'\n"],
    ['a: !!str 5\n', ['a'], 6, 'a: 6\n'],
    ['a: &x !t 5\n', ['a'], 6, 'a: &x 6\n'],
    ['a: 5 # c\nb: 1\n', ['a'], { x: 1, y: [1, { z: 2 }] }, 'a: # c\n  x: 1\n  "y":\n    - 1\n    - z: 2\nb: 1\n'],
    ['a: # c\n  x: 1 # d\nb: 1\n', ['a'], 5, 'a: 5 # c\nb: 1\n'],
    ['a: # c\n  x: 1\nb: 1\n', ['a'], ['y'], 'a: # c\n  - "y"\nb: 1\n'],
    ['a: |+ # c\n  x\n\n\nb: 1\n', ['a'], 5, 'a: 5 # c\nb: 1\n'],
    ['a: 5 # c\nb: 1\n', ['a'], 'x\ny', 'a: |- # c\n  x\n  y\nb: 1\n'],
    ['a: 5', ['a'], 'x\ny\n', 'a: "x\\ny\\n"'],
    ['a:\n  # c\nb: 1\n', ['a'], { x: 1 }, 'a:\n  x: 1\n  # c\nb: 1\n'],
    ['- 5\n', [0], { x: 1, z: 2 }, '- x: 1\n  z: 2\n'],
    ['- x: 1\n  z: 2\n- b\n', [0], 5, '- 5\n- b\n'],
    ['- 5 # c\n', [0], { x: 1 }, '- # c\n  x: 1\n'],
    ['{a: 1, b}\n', ['b'], 'x, y', '{a: 1, b: "x, y"}\n'],
    ['[a, {b: 1}]\n', [0], { c: [1] }, '[{c: [1]}, {b: 1}]\n'],
    ['- a\n', [], { b: 1 }, 'b: 1\n'],
    ['--- 5 # c\n', [], { b: 1 }, '---\nb: 1 # c\n'],
    ['--- ~\n', ['a'], 1, '---\na: 1\n'],
    ['a: 1\n', ['b'], new Literal('datetime', '2024-01-01'), 'a: 1\nb: "2024-01-01"\n'],
    ['a: 1\n', ['b'], new Literal('number', '12_345_678_901_234_567_890'), 'a: 1\nb: 12345678901234567890\n'],
    ['a: 1\n', ['b'], 1e21, 'a: 1\nb: 1.0e+21\n'],
  ] as [string, Path, Value, string][])('%j with %j = %j', (text, path, value, after) => {
    expect(set(text, path, value)).toBe(after);
  });

  it('fills an empty document and clears it again', () => {
    for (const text of ['', '\ufeff', '\n\n', '# c', '# c\n', '---', '---\n...\n', '--- # c\n', '# c\n\n---\n\n']) {
      const after = set(text, ['a', 'b'], [1]);
      expect(yaml.parse(after).value).toEqual({ a: { b: [1] } });
      expect(applyEdits(after, removeValue(yaml, after, ['a', 'b'], { prune: 2 }))).toBe(text);
    }
    expect(set('', ['a'], 1)).toBe('a: 1\n');
    expect(set('# c\n', ['a'], 1)).toBe('# c\n\na: 1\n');
    expect(set('---\n...\n', ['a'], 1)).toBe('---\na: 1\n...\n');
  });

  it('quotes what another reader could take for something else', () => {
    const texts = [
      'yes',
      'n',
      '~',
      '',
      '1.0',
      '0o17',
      '12:30',
      '2024-01-01',
      '<<',
      ' x',
      'a: b',
      'a #b',
      '- x',
      '*x',
      '\u2028',
      '\u0007',
      '\ufeff',
      '\ud800',
    ];
    const after = set('a: 1\n', ['b'], texts);
    const written = after.split('\n').slice(2, -1);
    expect(written.every((line) => /^ {2}- "/.test(line))).toBe(true);
    expect(yaml.parse(after).value).toEqual({ a: 1, b: texts });
  });

  it('renames the key and keeps its quotes, anchor and tag', () => {
    expect(rename('a: 1 # c\n', ['a'], 'b')).toBe('b: 1 # c\n');
    expect(rename('&k "a": 1\n', ['a'], 'x"y')).toBe('&k "x\\"y": 1\n');
    expect(rename('!!str a: 1\n', ['a'], 'yes: no')).toBe('!!str "yes: no": 1\n');
    expect(rename("{'a':1}\n", ['a'], 'b')).toBe("{'b':1}\n");
    expect(rename('? a\n: 1\n', ['a'], 'b')).toBe('? b\n: 1\n');
  });
});
