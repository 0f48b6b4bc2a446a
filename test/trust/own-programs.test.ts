import { mkdirSync, mkdtempSync, realpathSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { systemDirectories } from '../../src/model/find-program.ts';
import type { Host } from '../../src/model/host.ts';
import { ownEnvironment } from '../../src/trust/own-programs.ts';

const pathIn = (cwd: string, PATH: string, platform: Host['platform'], home: string): string =>
  ownEnvironment({ cwd, env: { PATH }, home, platform })['PATH'] ?? '';

it.each([
  'C:\\Code\\project\\bin',
  'c:/code/PROJECT',
  'C:\\code\\project.\\bin',
  '"C:\\Code\\project\\bin"',
  '\\\\?\\C:\\Code\\project\\bin',
  'bin',
  '.',
])('on Windows, %s of the project is not searched for programs', (entry) => {
  expect(pathIn('C:/Code/project', `C:\\op;${entry};C:\\Code\\project2`, 'win32', 'C:/Users/ann')).toBe(
    'C:/op;C:/Code/project2',
  );
});

it('a directory on a share is found in any case', () => {
  const path = '\\\\SERVER\\share\\x\\bin;C:\\op';
  expect(pathIn('//server/Share/x', path, 'win32', 'C:/Users/ann')).toBe('C:/op');
});

it('all of the home is searched when someone works there', () => {
  expect(pathIn('c:/users/Ann', 'C:\\Users\\ann\\bin', 'win32', 'C:/Users/ann')).toBe('C:/Users/ann/bin');
  expect(pathIn('/home/ann', '/home/ann/bin', 'linux', '/home/ann')).toMatch(/^\/home\/ann\/bin:/);
});

it('elsewhere, case makes another directory', () => {
  expect(pathIn('/code/x', '/code/X/bin:/code/x/bin:/op', 'linux', '/home/ann')).toMatch(/^\/code\/X\/bin:\/op:/);
});

it.skipIf(process.platform === 'win32')('nothing of the checkout around the working directory is searched', () => {
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'checkout-')));
  mkdirSync(join(base, 'repo/.git'), { recursive: true });
  mkdirSync(join(base, 'repo/node_modules/.bin'), { recursive: true });
  mkdirSync(join(base, 'repo/packages/one'), { recursive: true });
  mkdirSync(join(base, 'own'));
  symlinkSync(join(base, 'repo/node_modules/.bin'), join(base, 'link'));
  const PATH = ['', '.', 'bin', join(base, 'repo/node_modules/.bin'), join(base, 'link'), join(base, 'own')].join(':');
  const found = pathIn(join(base, 'repo/packages/one'), PATH, 'linux', '/home/ann').split(':');
  expect(found.filter((one) => !systemDirectories.includes(one))).toEqual([join(base, 'own')]);
});
