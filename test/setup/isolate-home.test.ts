import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, realpathSync } from 'node:fs';
import { homedir, tmpdir, userInfo } from 'node:os';
import { relative } from 'node:path';
import { expect, it } from 'vitest';

const isInside = (path: string, folder: string): boolean => {
  const way = relative(folder, path);
  return way !== '' && !way.startsWith('..');
};

it('gives tests a home of their own, empty and below the temporary folder', () => {
  expect(isInside(realpathSync(homedir()), realpathSync(tmpdir()))).toBe(true);
  expect(homedir()).not.toBe(userInfo().homedir);
  expect(readdirSync(homedir())).toEqual([]);
});

it.each(['XDG_CONFIG_HOME', 'XDG_STATE_HOME', 'XDG_CACHE_HOME', 'XDG_DATA_HOME', 'APPDATA', 'LOCALAPPDATA'])(
  'keeps %s in that home',
  (name) => expect(isInside(process.env[name] ?? '', homedir())).toBe(true),
);

it('passes it on to programs that tests start', () => {
  const script = "process.stdout.write(require('node:os').homedir())";
  expect(execFileSync(process.execPath, ['-e', script], { encoding: 'utf8' })).toBe(homedir());
});

it('leaves no variable that leads elsewhere', () => {
  expect(process.env['PLUGBOARD_HOME']).toBeUndefined();
  expect(process.env['CODEX_HOME']).toBeUndefined();
  expect(process.env['NO_COLOR']).toBe('1');
});

it('keeps the variables that the test commands set', () => {
  const read = (path: string): string => readFileSync(new URL(path, import.meta.url), 'utf8');
  const set = [...read('../../scripts/test.mjs').matchAll(/PLUGBOARD(_[A-Z_]+): /g)].map(([, name]) => name ?? '');
  expect(set).toContain('_DEEP');
  for (const name of set) expect(read('isolate-home.ts')).toContain(`${name}$`);
});
