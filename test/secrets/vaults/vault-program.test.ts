import { expect, it } from 'vitest';
import type { Host } from '../../../src/model/host.ts';
import { trustedPath } from '../../../src/secrets/vaults/vault-program.ts';

const pathIn = (cwd: string, PATH: string, platform: Host['platform'], home: string): string =>
  trustedPath({ cwd, env: { PATH }, home, platform });

it.each([
  'C:\\Code\\project\\bin',
  'c:/code/PROJECT',
  'C:\\code\\project.\\bin',
  '"C:\\Code\\project\\bin"',
  '\\\\?\\C:\\Code\\project\\bin',
  'bin',
  '.',
])('on Windows, %s of the project is not searched for the program of a vault', (entry) => {
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
