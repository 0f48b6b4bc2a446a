import { describe, expect, it } from 'vitest';
import { commandLines, wordsOf } from '../../../src/model/shell/shell-words.ts';

describe('words', () => {
  it.each([
    ['a  b\tc', ['a', 'b', 'c']],
    [`'a b' "c d" e\\ f`, ['a b', 'c d', 'e f']],
    [`a'b'"c"d`, ['abcd']],
    [`'' ""`, ['', '']],
    [`'$A \\n' '"'`, ['$A \\n', '"']],
    [`"\\"x\\" \\\\ \\$A \\n"`, [`"x" \\ $A \\n`]],
    ['$A ${A} ${A:-x y} "$A-$B" $1 $', ['${A}', '${A}', '${A:-x y}', '${A}-${B}', '$1', '$']],
    ['$env:A', ['${A}']],
    ["$'a\\tb\\'c'", ["a\tb'c"]],
    ['$"a b"', ['a b']],
    ['\\$A', ['$A']],
    ['a # b', ['a']],
    ['a#b https://x/#y', ['a#b', 'https://x/#y']],
    ['C:\\a\\b .\\c d\\ e', ['C:\\a\\b', '.\\c', 'd e']],
    ['"C:\\a b\\c"', ['C:\\a b\\c']],
    ['A=<your key> --x=<y>', ['A=<your key>', '--x=<y>']],
    ['curl https://x/?a=1&b=2', ['curl', 'https://x/?a=1&b=2']],
    ['a \\\n b `\r\n c ^\n d \\  \n e', ['a', 'b', 'c', 'd', 'e']],
    ['a\n  --b c\n  -d', ['a', '--b', 'c', '-d']],
    ['a;', ['a']],
    ['$ a b', ['a', 'b']],
    ['PS C:\\> a b', ['a', 'b']],
    ['me@host:~/x$ a b', ['a', 'b']],
    ['`a b`', ['a', 'b']],
    [`'{\n"a": 1\n}' b`, ['{\n"a": 1\n}', 'b']],
  ])('%j', (line, words) => {
    expect(wordsOf(line)).toEqual(words);
  });
});

describe('lines', () => {
  it('end with the line, and an apostrophe does not reach beyond it', () => {
    const lines = commandLines("don't do this\nrun 'it'\n");
    expect(lines.map(({ words }) => words.map(({ text }) => text))).toEqual([['dont do this'], ['run', 'it']]);
    expect(lines.map(({ issue }) => issue !== undefined)).toEqual([true, false]);
  });

  it('know where they and their words stand', () => {
    const [, second] = commandLines('a\n  b c');
    expect(second).toMatchObject({ start: 2, end: 7, words: [{ start: 4 }, { start: 6 }] });
  });

  it.each([
    'a | b',
    'a || b',
    'a & b',
    'a ; b',
    'a > b',
    'a < b',
    'a 2>&1',
    '(a)',
    'a $(b)',
    'a `b`',
    '"a `b`"',
    'a "$(b)"',
  ])('with more than one program in them are marked: %s', (line) => {
    expect(commandLines(line)[0]?.issue).toEqual(expect.any(String));
    expect(wordsOf(line)).toBeUndefined();
  });
});
