import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { launchLine } from '../../../src/sets/launch/line.ts';

it('reads like something a person would type', () => {
  const plan = { program: 'claude', args: ['--mcp-config', '/sets/a.json', '-p', 'say hi'], env: { A_B: '/x y' } };
  expect(launchLine(plan)).toBe(`A_B='/x y' claude --mcp-config /sets/a.json -p 'say hi'`);
});

const words = [
  '',
  ' ',
  'a b',
  `it's`,
  '"',
  '$HOME',
  '`id`',
  '\\',
  '\\n',
  '*',
  '~',
  '#a',
  '!!',
  'é 🎛',
  'two\nlines',
  '-x=1',
];

it.skipIf(process.platform === 'win32').each([...words, 'a\u001B[31m\u0007b', `\u0001'\\x`, 'ab'])(
  'means what was meant to a shell: %j',
  (word) => {
    const line = launchLine({ program: 'printf', args: ['%s|%s', word, 'end'], env: { V: word } });
    expect(execFileSync('bash', ['-c', line], { encoding: 'utf8' })).toBe(`${word}|end`);
    const variable = launchLine({ program: 'bash', args: ['-c', 'printf %s "$V"'], env: { V: word } });
    expect(execFileSync('bash', ['-c', variable], { encoding: 'utf8' })).toBe(word);
  },
);

it.skipIf(process.platform === 'win32').each(words)('needs no more than a plain shell: %j', (word) => {
  const line = launchLine({ program: 'printf', args: ['%s|', word], env: {} });
  expect(execFileSync('sh', ['-c', line], { encoding: 'utf8' })).toBe(`${word}|`);
});

it('does nothing to the terminal it is shown on', () => {
  const line = launchLine({ program: 'claude', args: ['a\u001B[31m\u0007b'], env: {} });
  expect(line).toBe(String.raw`claude $'a\033[31m\007b'`);
});
