import fc from 'fast-check';

/** Keys that the simple reader takes. */
export const keys = [
  'name',
  'cmd',
  'args',
  'X-Team',
  'a.b',
  'two words',
  '"quo: ted"',
  "'#single'",
  '__proto__',
  'null',
  'b_2',
];

/** Values; the simple reader takes those in the first part. */
export const words = [
  ...'npx -y --flag ./x ../y ~/z . $HOME ${A} C:\\x https://a.b:80/c?d=e#f a,b a:b a{b} yes 1.2.3 0.0.0.0 größe'.split(
    ' ',
  ),
  ...'"" \'\' true false null ~ 0 7 -12 123456789012345 [] {} [a,-y] [1,~,true] "@x/y" \'*\''.split(' '),
  'two words',
  'a  b',
  '"a # b: c"',
  "'[x]: {y}'",
  '[ a b , "c d", \'e\' ]',
  '[a:b, http://x/y]',
  '😀 smile',
  'b # why',
  // For the full reader:
  ...'1.5 1e3 0x1f True NULL -0 007 +1 .5 .inf 2024-01-01 1:30 *a &a !t | > - ? @x [a:] [a,] {a:1} "x a: b:'.split(' '),
  'a: b',
  "'it''s'",
  '"\\n"',
  '[a: b]',
  '[[a]]',
  '["a,b"]',
  '"a" b',
  'a\tb',
  '-',
  '- a',
  '[a #b]',
  '12345678901234567890',
];

/** Maps and lists of one-line scalars, nearly all laid out as they should be. */
export function plainConfigs(): fc.Arbitrary<string> {
  return fc.gen().map((g) => {
    const oneOf = <T>(...items: T[]): T => g(fc.constantFrom<T[]>, ...items);
    const eol = oneOf('\n', '\n', '\r\n');
    const known = words.indexOf('1.5');
    const some = oneOf(known, known, known, words.length);
    const scalar = (): string => oneOf(...words.slice(0, some));
    const gap = (): string =>
      oneOf('', '', '', ' ', ' # c: d') + eol + oneOf('', '', '', eol, `  ${eol}`, `# - x${eol}`, `      # y: z${eol}`);
    const block = (column: number, depth: number): string => (oneOf(true, true, false) ? map : list)(column, depth);
    const map = (column: number, depth: number): string =>
      g(fc.subarray<string>, keys, { minLength: 1, maxLength: 4 })
        .map((key) => `${key}:${below(column, depth, true)}`)
        .join(' '.repeat(column));
    const list = (column: number, depth: number): string =>
      Array.from({ length: oneOf(1, 2, 3) }, () => {
        if (depth < 4 && oneOf(true, false)) {
          const space = oneOf(1, 1, 1, 3);
          return `-${' '.repeat(space)}${map(column + 1 + space, depth + 1)}`;
        }
        return `-${below(column, depth, false)}`;
      }).join(' '.repeat(column));
    const below = (column: number, depth: number, ofKey: boolean): string => {
      if (depth >= 4 || oneOf(true, true, false)) return `${oneOf(' ', ' ', '  ')}${scalar()}${gap()}`;
      if (oneOf(true, false, false, false)) return gap();
      if (ofKey && oneOf(true, false)) return gap() + ' '.repeat(column) + list(column, depth + 1);
      const inner = column + oneOf(2, 2, 1, 4);
      return gap() + ' '.repeat(inner) + block(inner, depth + 1);
    };
    return oneOf('', '', `# top${eol}`, eol) + map(0, 0);
  });
}

const strange = [
  ...' \n:-#\'"[]{},?&*!|>%@`~.\\\t\r01eaxT_=<'.split(''),
  '\r\n',
  ': ',
  ' #',
  '- ',
  '---\n',
  '...',
  '\u00a0',
  '\ufeff',
  '\u2028',
  'é',
];

/** With a few characters changed. */
export function mutated(texts: fc.Arbitrary<string>): fc.Arbitrary<string> {
  const change = fc.record({
    at: fc.noBias(fc.nat(9999)),
    drop: fc.nat(2),
    put: fc.constantFrom('', ...strange),
  });
  return fc.tuple(texts, fc.array(change, { minLength: 1, maxLength: 2 })).map(([text, changes]) =>
    changes.reduce((before, { at, drop, put }) => {
      const offset = at % (before.length + 1);
      return before.slice(0, offset) + put + before.slice(offset + drop);
    }, text),
  );
}

/** A random value after a key. */
export function shortTexts(): fc.Arbitrary<string> {
  const parts = fc.array(fc.constantFrom('a', 'b: ', '\n  ', ...words, ...strange), { maxLength: 9 });
  return parts.map((all) => `k: ${all.join('')}`);
}
