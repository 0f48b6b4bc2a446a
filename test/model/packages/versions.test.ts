import { execFileSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isExactNodeVersion, isPythonVersion } from '../../../src/model/packages/versions.ts';

const exact = [
  '1.6.0',
  'v1.6.0',
  '0.0.0',
  '1.0.0-rc.1',
  '1.0.0-0a',
  '1.0.0+20260101',
  '1.0.0-a-b.0+x.y',
  '9007199254740991.0.0',
];
const loose = [
  '1',
  '1.6',
  '1.6.x',
  '^1.6.0',
  '1.2.3.4',
  '01.0.0',
  '1.0.0-01',
  '1.6.0-.',
  '1.6.0-_x',
  '1.6.0-a..b',
  '1.6.0-',
];
const large = [
  '9007199254740992.0.0',
  '99999999999999999999.0.0',
  `1.6.0-${'a'.repeat(300)}`,
  `1.0.0+${'1.'.repeat(130)}1`,
  'latest',
  '',
];

test('an exact version is what the semver of npm calls one', () => {
  const modules = execFileSync('npm', ['root', '--global'], {
    encoding: 'utf8',
    shell: process.platform === 'win32',
  }).trim();
  const semver = createRequire(join(modules, 'npm/package.json'))('semver') as { valid(text: string): string | null };
  for (const text of [...exact, ...loose, ...large])
    expect([text, isExactNodeVersion(text)]).toEqual([text, semver.valid(text) !== null]);
  expect(exact.every(isExactNodeVersion)).toBe(true);
});

test('a version of Python is what PEP 440 calls one', () => {
  expect(['1.0', '1!2.0.post1', '1.0a1', '1.0rc1.dev2', '1.0+local.1', 'v1.0', '2026.1'].every(isPythonVersion)).toBe(
    true,
  );
  expect(['1.0foo-x', '1.0.tar.bz2', '1.0.tgz', '1.0.*', '', 'x'].some(isPythonVersion)).toBe(false);
});
