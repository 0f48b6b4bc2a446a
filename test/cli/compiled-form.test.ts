import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeEach, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));
let place = '';

beforeEach(() => {
  place = mkdtempSync(join(homedir(), 'installed-'));
  cpSync(join(root, 'bin'), join(place, 'bin'), { recursive: true });
  cpSync(join(root, 'dist', 'program'), join(place, 'dist', 'program'));
});

function version(): string {
  const { stdout, stderr } = spawnSync(process.execPath, [join(place, 'bin', 'plugboard.js'), '--version'], {
    encoding: 'utf8',
  });
  expect(stderr).toBe('');
  return stdout;
}

function compiled(): string | undefined {
  const name = readdirSync(join(place, 'dist')).find((file) => file.startsWith('compiled-'));
  return name && join(place, 'dist', name);
}

it('is made by the first run and used by the next, which leaves it alone', () => {
  expect(compiled()).toBeUndefined();
  expect(version()).toMatch(/^\d+\.\d+\.\d+\n$/);
  const file = compiled() as string;
  const before = readFileSync(file);
  expect(version()).toMatch(/^\d/);
  expect(readFileSync(file).equals(before)).toBe(true);
});

it.each([
  ['cut short', (bytes: Buffer) => bytes.subarray(0, bytes.length / 2)],
  ['empty', () => Buffer.alloc(0)],
  ['of another kind', () => Buffer.from('{}')],
  [
    'of another Node',
    (bytes: Buffer) => Buffer.concat([bytes.subarray(0, 16_384), Buffer.alloc(bytes.length - 16_384)]),
  ],
])('that is %s is made anew', (_, damage) => {
  version();
  const file = compiled() as string;
  const sound = readFileSync(file);
  writeFileSync(file, damage(sound));
  expect(version()).toMatch(/^\d+\.\d+\.\d+\n$/);
  expect(readFileSync(file).length).toBeGreaterThan(sound.length / 2);
  rmSync(file);
  expect(existsSync(file)).toBe(false);
});
