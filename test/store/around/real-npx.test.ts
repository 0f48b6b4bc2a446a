import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { evil, isProven, json, manifest, tool, world, type World } from './support/project.ts';

/** What the real npx starts without a network, in a directory where it starts a file of the project. */
const started: readonly (readonly [Readonly<Record<string, string>>, readonly string[]])[] = [
  [{ 'package.json': manifest({ name: '@a/good', bin: 'x.sh' }), 'x.sh': evil }, ['good']],
  [{ 'package.json': manifest({ directories: { bin: 'tools' } }), 'tools/good@1.6.0': evil }, ['good@1.6.0']],
  [{ 'node_modules/other/package.json': tool, 'node_modules/.bin/zzz': evil }, ['good@1.6.0']],
  ...['packages/{a,b/c}', 'packages/a{,/}', '!!packages/a'].map(
    (pattern) =>
      [
        {
          'package.json': manifest({ workspaces: [pattern] }),
          'packages/a/package.json': tool,
          'node_modules/.bin/zzz': evil,
        },
        ['good@1.6.0'],
      ] as const,
  ),
  [
    {
      'node_modules/other/package.json': manifest({ name: 'other' }),
      'node_modules/.bin/zzz': evil,
      'node_modules/.package-lock.json': '-> ../list.json',
      // The time of the list counts, which must not be before that of the packages.
      'list.json': `{\n<<<<<<< a\n"name":"p",\n=======\n"name":"q",\n>>>>>>> b\n${json({
        lockfileVersion: 3,
        requires: true,
        packages: { 'node_modules/other': { name: 'good', version: '1.6.0', bin: { zzz: 'x.sh' } } },
      }).slice(1)}\n`,
    },
    ['good@1.6.0'],
  ],
  [{ 'node_modules/other/package.json': tool + ' '.repeat(17_000_000), 'node_modules/.bin/zzz': evil }, ['good@1.6.0']],
  [{ 'node_modules/.bin/sh': '#!/bin/bash\necho EVIL\n', 'node_modules/good/package.json': tool }, ['good@1.6.0']],
];

test.runIf(process.platform !== 'win32').each(started)('the real npx starts a file of %j', async (files, words) => {
  const here = world(files);
  const env = { PATH: process.env['PATH'], HOME: here.home, npm_config_registry: 'http://127.0.0.1:9/' };
  const output = execFileSync('npx', ['--offline', '-y', ...words], {
    cwd: here.cwd,
    env,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  expect(output).toContain('EVIL');
  expect(await isProven(here, ['npx', '-y', ...words])).toBe(false);
});

/** Runs the real npx without a network. */
function output(here: World, words: readonly string[], more: NodeJS.ProcessEnv = {}): string {
  const env = { PATH: process.env['PATH'], HOME: here.home, npm_config_registry: 'http://127.0.0.1:9/', ...more };
  return execFileSync('npx', ['--offline', '-y', ...words], {
    cwd: here.cwd,
    env,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
}

test.runIf(process.platform !== 'win32').each([
  ['eval', 'echo EVIL'],
  ['.', './README'],
])('the real npx leaves %s to a shell, which is not proven', async (...words) => {
  const all = ['-p', 'good@1.6.0', ...words];
  expect(output(world({ 'node_modules/good/package.json': tool, README: 'echo EVIL' }), all)).toContain('EVIL');
  expect(await isProven(world({ README: 'echo EVIL' }), ['npx', '-y', ...all])).toBe(false);
  expect(await isProven(world(), ['npx', '-y', '-p', 'good@1.6.0', 'good'])).toBe(true);
});

test.runIf(process.platform !== 'win32').each(['1.6.0-x.TGZ', 'x.Tgz'])(
  'the real npx runs the archive %s of a project, which is not proven',
  async (archive) => {
    const here = world({ 'src/package.json': manifest({ name: 'good', bin: 'x.sh' }), 'src/x.sh': evil });
    execFileSync('tar', ['czf', join(here.cwd, archive), '-C', here.cwd, 'src']);
    expect(output(here, [`good@${archive}`])).toContain('EVIL');
    expect(await isProven(here, ['npx', '-y', `good@${archive}`])).toBe(false);
  },
);
