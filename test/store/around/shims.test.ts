import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { boundTo, evil, isProven, json, npx, world, type World } from './support/project.ts';

/** The directory with a program of a version manager, with links to it, in front of all others. */
function shimmed(here: World, names: readonly string[], real = 'mise', folder = 'links'): World {
  const [program, first] = [join(here.home, '../tools', real), join(here.home, '../tools', folder)];
  for (const directory of [dirname(program), first]) mkdirSync(directory, { recursive: true });
  writeFileSync(program, evil, { mode: 0o755 });
  for (const name of names) {
    if (folder === 'links') symlinkSync(program, join(first, name));
    else writeFileSync(join(first, name), evil, { mode: 0o755 });
  }
  return { ...here, first };
}

/** Settings of version managers, with which they start another program. */
const chosen: readonly Readonly<Record<string, string>>[] = [
  { '.tool-versions': 'node path:./evil\n' },
  { '.tool-versions': 'nodejs 20.11.0\nubi:evil/npx latest\n' },
  { '.tool-versions': 'nodejs 12.0.0\n' },
  { 'mise.toml': '[tools]\nnode="path:./evil"\n' },
  { '.mise.local.toml': '' },
  { '.config/mise/config.toml': '' },
  { '.prototools': '' },
  { '.node-version': 'path:./evil' },
  { '.nvmrc': 'lts/argon' },
  { '.volta/hooks.json': '{}' },
  { 'package.json': json({ volta: { node: '20.0.0', extends: './volta.json' } }) },
];

test.runIf(process.platform !== 'win32').each(chosen)('a shim follows %j', async (files) => {
  const node = ['node', '/x.js'];
  for (const here of [world(files), world(files, 'a/b')]) {
    const shims = [shimmed(here, ['npx', 'node']), shimmed(here, ['npx', 'node'], 'other', 'shims')];
    for (const one of shims) {
      expect([await isProven(one, npx), boundTo(one, npx)]).toEqual([false, here.cwd]);
      expect(boundTo(one, node)).toBe(here.cwd);
    }
    // Programs that are no shims do not read them.
    expect([await isProven(here, npx), boundTo(here, npx)]).toEqual([true, undefined]);
  }
  // npx finds node by its name.
  const onlyNode = shimmed(world(files), ['node']);
  expect([await isProven(onlyNode, npx), boundTo(onlyNode, npx)]).toEqual([false, onlyNode.cwd]);
});

test.runIf(process.platform !== 'win32')('an allowed script follows a shim too', async () => {
  for (const [text, isFine] of [
    ['node path:./evil\n', false],
    ['node 20.11.0\n', true],
  ] as const) {
    const here = shimmed(world({ '.tool-versions': text }), ['node']);
    const script = join(here.home, '../tools/x.js');
    writeFileSync(script, '');
    expect(await isProven(here, ['node', script], {}, { command: ['node', script] })).toBe(isFine);
  }
});

test.runIf(process.platform !== 'win32')('released versions in a project do not choose another program', async () => {
  const here = world({
    '.tool-versions': '# ours\nnodejs 20.11.0\npython 3.12.1 3.11 # both\n',
    '.nvmrc': 'v20\n',
    '.node-version': 'lts/*',
    '.terraform-version': '0.1',
    'package.json': json({ volta: { node: '20.0.0', npm: '10.1.0' }, packageManager: 'pnpm@9.1.0' }),
  });
  const shim = shimmed(here, ['npx', 'node']);
  expect([await isProven(shim, npx), boundTo(shim, npx)]).toEqual([true, undefined]);
});

test.runIf(process.platform !== 'win32').each([
  [{ 'package.json': '{}', '.corepack.env': '' }, false],
  [{ 'package.json': json({ packageManager: 'npm@6.0.0' }) }, false],
  [{ 'package.json': json({ packageManager: 'npm@11.0.0' }) }, true],
])('npx of Corepack with %j is proven: %s', async (files, isFine) => {
  const here = shimmed(world(files), ['npx'], 'corepack/dist/npx.js');
  expect([await isProven(here, npx), boundTo(here, npx)]).toEqual([isFine, isFine ? undefined : here.cwd]);
});
