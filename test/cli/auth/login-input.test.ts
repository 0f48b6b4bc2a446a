import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, writeFileSync } from 'node:fs';
import { expect, it, onTestFinished } from 'vitest';
import { program } from '../support/machine.ts';
import { guarded } from './support/guarded.ts';

it.skipIf(process.platform === 'win32').each([
  ['/dev/null', 'login'],
  ['/dev/zero', 'login'],
  ['a file', 'login'],
  ['/', 'login'],
  ['/dev/null', 'reauth'],
])('signs in with %s as standard input: auth %s', async (input, command) => {
  const { here, browser } = await guarded();
  writeFileSync(here.path('notes.txt'), 'no address\n');
  const stdin = openSync(input === 'a file' ? here.path('notes.txt') : input, 'r');
  const words = command === 'login' ? ['auth', 'login'] : ['reauth'];
  const child = spawn(process.execPath, [program, ...words, 'guarded'], {
    cwd: here.project,
    env: { ...here.env, ...browser },
    stdio: [stdin, 'ignore', 'pipe'],
  });
  closeSync(stdin);
  onTestFinished(() => void child.kill('SIGKILL'));
  let said = '';
  child.stderr?.setEncoding('utf8').on('data', (text) => (said += text));
  const [code] = (await once(child, 'close')) as [number | null];
  expect([code, said]).toEqual([0, expect.not.stringMatching(/went wrong inside|TypeError/)]);
});
