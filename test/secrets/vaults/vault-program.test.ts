import { expect, it } from 'vitest';
import type { Host } from '../../../src/model/host.ts';
import { trustedPath } from '../../../src/secrets/vaults/vault-program.ts';

const pathIn = (cwd: string, PATH: string, platform: Host['platform'], home: string): string =>
  trustedPath({ cwd, env: { PATH }, home, platform });

it.each([
  'C:\\Work\\project\\bin',
  'c:/work/PROJECT',
  'C:\\work\\project.\\bin',
  '"C:\\Work\\project\\bin"',
  '\\\\?\\C:\\Work\\project\\bin',
  'bin',
  '.',
])('on Windows, %s of the project is not searched for the program of a vault', (entry) => {
  expect(pathIn('C:/Work/project', `C:\\op;${entry};C:\\Work\\project2`, 'win32', 'C:/Users/ann')).toBe(
    'C:/op;C:/Work/project2',
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
  expect(pathIn('/work/x', '/work/X/bin:/work/x/bin:/op', 'linux', '/home/ann')).toMatch(/^\/work\/X\/bin:\/op:/);
});
