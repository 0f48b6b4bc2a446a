import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { transformSync } from 'esbuild';
import { expect, it } from 'vitest';
import * as library from '../../src/library/index.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const page = readFileSync(join(root, 'docs', 'library.md'), 'utf8');

it('shows a script that does what it says', () => {
  const home = mkdtempSync(join(homedir(), 'library-'));
  const project = join(home, 'project');
  mkdirSync(project);
  const before = '{ "mcpServers": { "old": { "command": "node" } } }\n';
  writeFileSync(join(project, '.mcp.json'), before);
  const [, script = ''] = /^```ts\n(.*?)^```$/ms.exec(page) ?? [];
  const built = pathToFileURL(join(root, 'dist', 'index.js')).href;
  const { code } = transformSync(script.replace("'plugboard'", `'${built}'`), { loader: 'ts' });
  writeFileSync(join(project, 'script.mjs'), code);
  const env = { ...process.env, HOME: home, USERPROFILE: home, PLUGBOARD_HOME: join(home, 'plugboard') };
  const { status, stdout, stderr } = spawnSync(process.execPath, ['script.mjs'], {
    cwd: project,
    env,
    encoding: 'utf8',
  });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  expect(stdout).toMatch(/^claude-code: old comes from .*\.mcp\.json:1, 0 shadowed$/m);
  expect(stdout).toMatch(/^\+env_vars = \["GIT_TOKEN"\]$/m);
  expect(stdout).toMatch(/^applied as \S+$/m);
  expect(readFileSync(join(project, '.mcp.json'), 'utf8')).toBe(before);
});

it('names only functions that exist', () => {
  const rows = page.split('\n').filter((line) => /^\| \w/.test(line));
  const names = rows.flatMap((line) => Array.from(line.matchAll(/`(\w+)`/g), ([, name = '']) => name));
  expect(names.length).toBeGreaterThan(25);
  expect(names.filter((name) => !(name in library))).toEqual([]);
});
