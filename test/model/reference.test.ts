import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { expandEnvVarsDeep } from '../../src/library/index.ts';
import { commandReference, expandDeep, expandText, hasVariable, splitReferences } from '../../src/model/reference.ts';

const env = { HOME: '/home/me', EMPTY: '', TOKEN: '$&${HOME}', _x1: 'low', UNSET: undefined };

describe('expandText', () => {
  it.each([
    ['${HOME}', '/home/me'],
    ['${HOME}/bin:${HOME}', '/home/me/bin:/home/me'],
    ['${_x1}', 'low'],
    ['${PORT:-8080}', '8080'],
    ['${HOME:-/root}', '/home/me'],
    ['${PORT:-}', ''],
    ['${PORT:-a b:-c}', 'a b:-c'],
    ['a${EMPTY}b', 'ab'],
    ['a${EMPTY:-default}b', 'ab'],
    ['${PORT}', '${PORT}'],
    ['${UNSET}', '${UNSET}'],
    ['${UNSET:-set}', 'set'],
    ['${PORT:-${HOME}}', '${HOME}'],
  ])('%s gives %s', (text, expanded) => expect(expandText(text, env)).toBe(expanded));

  it('does not expand what it has put in, and takes $& for text', () => {
    expect(expandText('<${TOKEN}>', env)).toBe('<$&${HOME}>');
  });

  it.each([
    '$HOME',
    '${A:b}',
    '${ HOME }',
    '${}',
    '${HOME',
    '{HOME}',
    '${1A}',
    '${A-B}',
    '${A:=b}',
    '${env:HOME}',
    '$',
  ])('leaves %s alone', (text) => expect(expandText(text, env)).toBe(text));

  it.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty'])(
    'takes %s for a variable like any other',
    (name) => {
      expect(expandText(`\${${name}}`, {})).toBe(`\${${name}}`);
      expect(expandText(`\${${name}:-x}`, {})).toBe('x');
      expect(expandText(`\${${name}}`, Object.fromEntries([[name, 'set']]))).toBe('set');
    },
  );
});

describe('expandDeep', () => {
  it('reaches every text and leaves everything else as it is', () => {
    const date = new Date(0);
    const value = { a: ['${HOME}', { b: '${PORT:-1}' }], '${HOME}': 1, n: null, u: undefined, t: true, date };
    const expanded = { a: ['/home/me', { b: '1' }], '${HOME}': 1, n: null, u: undefined, t: true, date };
    expect(expandDeep(value, env)).toEqual(expanded);
    expect(expandDeep(value, env).date).toBe(date);
  });

  it('keeps __proto__ and constructor as keys', () => {
    const value = JSON.parse('{"__proto__": {"x": "${HOME}"}, "constructor": "${HOME}"}') as Record<string, unknown>;
    const expanded = expandDeep(value, env);
    expect(Object.keys(expanded)).toEqual(['__proto__', 'constructor']);
    expect(JSON.stringify(expanded)).toBe('{"__proto__":{"x":"/home/me"},"constructor":"/home/me"}');
    expect(Object.getPrototypeOf(expanded)).toBe(Object.prototype);
  });

  it('never changes its argument, and changes nothing where there is no reference', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const before = JSON.stringify(value);
        const expanded = expandDeep(value, env);
        expect(JSON.stringify(value)).toBe(before);
        if (!before.includes('${')) expect(JSON.stringify(expanded)).toBe(before);
      }),
    );
  });
});

describe('expandEnvVarsDeep', () => {
  afterEach(() => {
    delete process.env['PLUGBOARD_TEST_VALUE'];
  });

  it('takes the variables of the process unless it is given others', () => {
    const value = ['${PLUGBOARD_TEST_VALUE}'];
    expect(expandEnvVarsDeep(value)).toEqual(['${PLUGBOARD_TEST_VALUE}']);
    process.env['PLUGBOARD_TEST_VALUE'] = 'now';
    expect(expandEnvVarsDeep(value)).toEqual(['now']);
    expect(expandEnvVarsDeep(value, { PLUGBOARD_TEST_VALUE: 'other' })).toEqual(['other']);
    expect(expandEnvVarsDeep(value, {})).toEqual(['${PLUGBOARD_TEST_VALUE}']);
  });
});

describe('splitReferences', () => {
  it('cuts a text into pieces and references', () => {
    const parts = ['a', { name: 'B' }, { name: 'C', fallback: 'd' }, 'e', { name: 'F', fallback: '' }];
    expect(splitReferences('a${B}${C:-d}e${F:-}')).toEqual(parts);
    expect(splitReferences('')).toEqual([]);
  });

  it('loses nothing', () => {
    const pieces = fc.constantFrom('${A}', '${B:-x}', '${C:-}', '$', '{', '}', ':-', 'text', '${', ' ');
    fc.assert(
      fc.property(
        fc.array(pieces).map((all) => all.join('')),
        (text) => {
          const written = splitReferences(text).map((part) => {
            if (typeof part === 'string') return part;
            return `\${${part.name}${part.fallback === undefined ? '' : `:-${part.fallback}`}}`;
          });
          expect(written.join('')).toBe(text);
        },
      ),
    );
  });
});

describe('hasVariable', () => {
  it.each([
    ['${A}', true],
    ['x${A:-b}y', true],
    ['$A', false],
    ['!op read x', false],
    ['', false],
  ])('%j: %s', (text, expected) => {
    expect(hasVariable(text)).toBe(expected);
    expect(hasVariable(text)).toBe(expected);
  });
});

describe('commandReference', () => {
  it.each([
    ['!op read x', 'op read x'],
    ['! op read x ', 'op read x'],
    ['op read x', undefined],
    ['!', undefined],
    ['! ', undefined],
    ['a!b', undefined],
  ])('%j: %s', (text, command) => expect(commandReference(text)).toBe(command));
});
