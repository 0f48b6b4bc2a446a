import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { quoteWord } from '../../../src/model/shell/quote-word.ts';

it.each([
  ['github', 'github'],
  ['@acme/x=1', '@acme/x=1'],
  ['my server', '"my server"'],
  ["it's", `"it's"`],
  ['größe', '"größe"'],
  ['a&b', '"a&b"'],
  ['C:\\Users\\ann\\.claude.json', 'C:\\Users\\ann\\.claude.json'],
  ['C:\\Program Files (x86)\\a.json', '"C:\\Program Files (x86)\\a.json"'],
  ['${KEY}', "'${KEY}'"],
  ['say "no"', `'say "no"'`],
  ['a`b', "'a`b'"],
  ['100% of it', "'100% of it'"],
  ['wow!', "'wow!'"],
  ['', "''"],
  ['a\\b', "'a\\b'"],
])('%s is written %s', (word, quoted) => expect(quoteWord(word)).toBe(quoted));

const awkward = [
  'my server',
  "it's",
  'größe',
  'a&b;c|d<e>f',
  '(x) {y} [z]',
  '*?#~^',
  '${KEY}',
  '"',
  '`x`',
  'a\\b',
  '!!',
  '',
];

it.skipIf(process.platform === 'win32')('a shell reads back every word', () => {
  const { stdout } = spawnSync('/bin/sh', ['-c', `printf '%s\\n' ${awkward.map(quoteWord).join(' ')}`], {
    encoding: 'utf8',
  });
  expect(stdout).toBe(`${awkward.join('\n')}\n`);
});
