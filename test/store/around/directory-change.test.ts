import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { Server } from '../../../src/model/server.ts';
import type { Policy } from '../../../src/policy/policy.ts';
import { nodeHost } from '../../../src/store/host/node-host.ts';
import { verdictOn } from '../../../src/store/policy/require-allowed.ts';
import { startOf } from '../../../src/store/vault/start.ts';

const evil = '#!/bin/sh\necho EVIL "$0"\n';
const json = (value: unknown): string => JSON.stringify(value);

/** They are looked for, and not started. */
const runners = ['pnpx', 'bunx', 'pipx', 'dnx'];

interface World {
  readonly home: string;
  readonly cwd: string;
  /** A directory of programs before all others. */
  readonly first?: string;
  write(files: Readonly<Record<string, string>>): void;
}

/** A project in its own checkout, and the files of it. A file that begins with `#!` is a program. */
function world(files: Readonly<Record<string, string>> = {}, at = '.'): World {
  const root = realpathSync(mkdtempSync(join(homedir(), 'around-')));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const project = join(root, 'home/project');
  mkdirSync(join(project, '.git'), { recursive: true });
  const write = (more: Readonly<Record<string, string>>): void => {
    for (const [name, text] of Object.entries(more)) {
      const path = join(project, name);
      mkdirSync(dirname(path), { recursive: true });
      if (text.startsWith('-> ')) symlinkSync(text.slice(3), path);
      else writeFileSync(path, text);
      if (text.startsWith('#!')) chmodSync(path, 0o755);
    }
  };
  write(files);
  mkdirSync(join(project, at), { recursive: true });
  mkdirSync(join(root, 'bin'));
  for (const name of runners) writeFileSync(join(root, 'bin', name), evil, { mode: 0o755 });
  return { home: join(root, 'home'), cwd: join(project, at), write };
}

const allowing = (allow: object, require: object = {}): Policy[] => [
  { file: '/etc/plugboard/policy.json', rules: [{ id: 'r', allow }], require },
];

function environment(here: World): Record<'PATH' | 'HOME', string> {
  const directories = [here.first ?? [], process.env['PATH'] ?? '', join(here.home, '../bin')].flat();
  return { PATH: directories.join(delimiter), HOME: here.home };
}

async function isProven(here: World, words: readonly string[], more: Server = {}): Promise<boolean> {
  const [command = '', ...args] = words;
  const env = environment(here);
  const host = { ...nodeHost(), home: here.home, cwd: here.cwd, env };
  const policies = allowing({ package: ['npm:good', 'pypi:good', 'nuget:Good.Pkg'] });
  return (await verdictOn(policies, host, 'a', { command, args, ...more })).isAllowed;
}

/** The directory that a grant of secrets is bound to, if it is. */
function boundTo(here: World, words: readonly string[]): string | undefined {
  const env = environment(here);
  return startOf({ ...nodeHost(), home: here.home, cwd: here.cwd, env }, words).directory;
}

const npx = ['npx', '-y', 'good@1.6.0'];
const manifest = (more: object): string => json({ name: 'x', version: '1.0.0', ...more });
const tool = json({ name: 'good', version: '1.6.0', bin: { zzz: 'x.sh' } });

type Changing = [what: string, files: Readonly<Record<string, string>>, at?: string];
/** Each of these makes npx start something else; the third is the directory in the project. */
const changing: readonly Changing[] = [
  ['a program that npx starts', { 'node_modules/.bin/node': evil }],
  ['the shell', { 'node_modules/.bin/sh': evil }],
  ['the shell, further up', { 'node_modules/.bin/sh': evil }, 'a/b'],
  ['git', { 'node_modules/.bin/git': evil }],
  ['a shim of Windows', { 'node_modules/.bin/NODE.CMD': '' }],
  [
    'a setting after a lone carriage return',
    { 'package.json': '{}', '.npmrc': 'fund=true\rregistry=http://127.0.0.1:9/\n' },
  ],
  ['a section', { '.npmrc': '[a]\nfund=true\n' }],
  ['another registry', { '.npmrc': 'registry=https://registry.test/\n' }],
  ['a program of its own, as text', { 'package.json': manifest({ name: '@a/good', bin: 'x.sh' }), 'x.sh': evil }],
  ['a program of its own, as list', { 'package.json': manifest({ bin: ['bin/good'] }), 'bin/good': evil }],
  ['a program of its own, in a path', { 'package.json': manifest({ bin: { 'a\\good': 'x.sh' } }), 'x.sh': evil }],
  ['a folder of programs', { 'package.json': manifest({ directories: { bin: 'tools' } }), 'tools/good': evil }],
  ['a program named with the version', { 'package.json': manifest({ bin: { 'good@1.6.0': 'x.sh' } }), 'x.sh': evil }],
  ['its own name', { 'package.json': manifest({ name: 'good', bin: { y: 'x.sh' } }), 'x.sh': evil }],
  ['the package itself', { 'node_modules/good/package.json': tool }],
  ['the package in another folder', { 'node_modules/other/package.json': tool }],
  ['the package in a scope', { 'node_modules/@a/b/package.json': tool }],
  [
    'the package of a package',
    { 'node_modules/a/package.json': '{}', 'node_modules/a/node_modules/b/package.json': tool },
  ],
  ['a linked package', { 'lib/package.json': tool, 'node_modules/a': '-> ../lib' }],
  [
    'a package beside a linked one',
    { 'lib/a/package.json': '{}', 'lib/node_modules/b/package.json': tool, 'node_modules/a': '-> ../lib/a' },
  ],
  [
    'a list of packages',
    { 'node_modules/.package-lock.json': json({ packages: { 'node_modules/o': { name: 'good' } } }) },
  ],
  ['a list of packages by folder', { 'node_modules/.package-lock.json': json({ packages: { 'lib/good': {} } }) }],
  ['a workspace', { 'package.json': manifest({ workspaces: ['pkgs/*'] }), 'pkgs/a/package.json': tool }],
  [
    'a workspace, in a map',
    { 'package.json': manifest({ workspaces: { packages: ['./lib/'] } }), 'lib/package.json': tool },
  ],
  [
    'the registry of the root of workspaces',
    {
      'package.json': manifest({ workspaces: ['pkgs/*'] }),
      '.npmrc': 'registry=http://127.0.0.1:9/',
      'pkgs/a/package.json': '{}',
    },
    'pkgs/a',
  ],
  ['a manifest that cannot be read', { 'package.json': '{' }],
  ...['packages/{a,b/c}', 'packages/a{,/}', '!!packages/a', '@(packages)/a', 'packages\\a', '**', 'packages/**'].map(
    (pattern): Changing => [
      `a workspace as ${pattern}`,
      { 'package.json': manifest({ workspaces: [pattern] }), 'packages/a/package.json': tool },
    ],
  ),
  [
    'a workspace deep below',
    { 'package.json': manifest({ workspaces: ['packages/**'] }), 'packages/x/y/z/package.json': tool },
  ],
  [
    'a workspace behind a link',
    { 'package.json': manifest({ workspaces: ['p/**'] }), 'p/x': '-> ../lib', 'lib/y/package.json': tool },
  ],
  ['a list with marks of a merge', { 'node_modules/.package-lock.json': `<<<<<<< a\n{}\n=======\n{}\n>>>>>>> b\n` }],
  [
    'a list without packages',
    { 'node_modules/.package-lock.json': json({ dependencies: { o: { version: '1.0.0' } } }) },
  ],
  ['a program in other case', { 'node_modules/.bin/Good': evil }],
  ['a program that macOS takes for it', { 'node_modules/.bin/no\u200Bde': evil }],
  ['a program of its own, in other case', { 'package.json': manifest({ bin: { GOOD: 'x.sh' } }), 'x.sh': evil }],
  ['a large manifest', { 'node_modules/other/package.json': tool + ' '.repeat(17_000_000) }],
  ['a manifest that only npm can read', { 'node_modules/other/package.json': `<<<<<<< a\n${tool}` }],
];

test.runIf(process.platform !== 'win32').each(changing)('%s changes what npx starts', async (...[, files, at]) => {
  const here = world(files, at);
  expect(await isProven(here, npx)).toBe(false);
  expect(await isProven(here, ['npm', 'exec', '-y', '--', 'good@1.6.0'])).toBe(false);
  expect(boundTo(here, npx)).toBe(here.cwd);
});

/** What every project may have. */
const ordinary: Readonly<Record<string, string>> = {
  'package.json': manifest({
    bin: { shop: 'cli.js' },
    workspaces: ['pkgs/*', 'packages/**', '!packages/old/**'],
    packageManager: 'npm@11.0.0',
    scripts: { test: 'vitest' },
    dependencies: { left: '1.0.0' },
  }),
  '.npmrc':
    '; ours\nsave-exact=true\r\nfund = false\nignore-scripts=true\nmin-release-age=7\n//registry.test/:_authToken=${TOKEN}\n',
  'tsconfig.json': '{ "compilerOptions": { "strict": true } }',
  'packages/deep/er/package.json': manifest({ name: '@shop/deeper' }),
  'pkgs/core/package.json': manifest({ name: '@shop/core' }),
  'cli.js': '',
};

test('installed packages and harmless settings of a project change nothing', async () => {
  const here = world(ordinary);
  const packed = world({
    'left/package.json': manifest({ name: 'left', bin: { left: 'x.js' } }),
    'left/x.js': '#!/usr/bin/env node\n',
  });
  // A real tree: links in .bin, a linked workspace and the list that npm keeps.
  const args = ['install', '--no-audit', '--no-fund', '--offline', '--install-links', join(packed.cwd, 'left')];
  here.write({ '.cache/keep': '' });
  const env = { ...process.env, HOME: here.home, npm_config_cache: join(here.home, '.npm') };
  execFileSync('npm', [...args, '--no-save'], {
    cwd: here.cwd,
    env,
    stdio: 'ignore',
    shell: process.platform === 'win32',
  });
  for (const words of [
    npx,
    ['npx', 'good'],
    ['bunx', 'good@1.6.0'],
    ['uvx', 'good==1.0'],
    ['pipx', 'run', 'good==1.0'],
  ])
    expect([words, boundTo(here, words)]).toEqual([words, undefined]);
  expect(await isProven(here, npx)).toBe(true);
  expect(await isProven({ ...here, cwd: join(here.cwd, 'pkgs/core') }, npx)).toBe(true);
  // What it has installed is started, though.
  expect(boundTo(here, ['npx', 'left'])).toBe(here.cwd);
});

/** Runners and programs that read other files. */
const others: readonly (readonly [readonly string[], Readonly<Record<string, string>>])[] = [
  [['bunx', 'good@1.0.0'], { 'tsconfig.json': json({ compilerOptions: { paths: { '*': ['./evil.js'] } } }) }],
  [['bunx', '--bun', 'good@1.0.0'], { 'tsconfig.json': '{"extends":"./a.json"}' }],
  [['bunx', 'good@1.0.0'], { '.env.production.local': 'NODE_OPTIONS=x' }],
  [['bunx', 'good@1.0.0'], { '.env': 'NODE_OPTIONS=x' }],
  [['bunx', 'good@1.0.0'], { 'bunfig.toml': '' }],
  [['bunx', 'good@1.0.0'], { 'node_modules/.bin/node': evil }],
  [['pnpx', 'good@1.0.0'], { 'pnpm-workspace.yaml': 'registry: http://127.0.0.1:9' }],
  [['bunx', 'good@1.0.0'], { 'tsconfig.json': '{"compilerOptions":{"paths":{"@/*":["./src/*"],"*":["./evil.js"]}}}' }],
  [['bunx', 'good@1.0.0'], { 'tsconfig.json': '{"compilerOptions":{"jsxImportSource":"./evil"}}' }],
  [['pnpx', 'good@1.0.0'], { 'pnpm-workspace.yaml': 'packages:\n  - a\noverrides:\n  left: ./evil\n' }],
  [['pnpx', 'good@1.0.0'], { 'pnpm-workspace.yaml': ' scriptShell: evil\n' }],
  [['pnpx', 'good@1.0.0'], { 'pnpm-workspace.yaml': 'packages: [a]\n"scriptShell": ./evil\n' }],
  [['pnpx', 'good@1.0.0'], { 'pnpm-workspace.yaml': 'packages:\n  - a\n{ scriptShell: ./evil }\n' }],
  [['pnpx', 'good@1.0.0'], { '.pnpmfile.cjs': '' }],
  [['pnpx', 'good@1.0.0'], { 'package.json': json({ packageManager: 'pnpm@https://a.test/x' }) }],
  // It knows no dlx, and starts a script of that name.
  [['pnpx', 'good@1.0.0'], { 'package.json': json({ packageManager: 'pnpm@5.18.11' }) }],
  [['pnpx', 'good@1.0.0'], { 'package.json': '{}', '.corepack.env': 'COREPACK_NPM_REGISTRY=http://127.0.0.1:9/' }],
  [['dnx', 'Good.Pkg@1.0.0', '--yes'], { 'nuget.config': '' }],
  [['dnx', 'Good.Pkg@1.0.0', '--yes'], { 'global.json': '{}' }],
  [['pipx', 'run', 'good==1.0'], { 'good==1.0': 'print()' }],
  [['pipx', 'run', 'good==1.0'], { '__pypackages__/3.11/lib/bin/good': evil }],
  [['docker', 'compose', 'run', '--rm', 'mcp'], { 'compose.yaml': '' }],
  [['docker', 'run', '-i', '-v', './app:/app', 'img'], { 'app/x': evil }],
  [['docker', 'run', '-i', '--volume=../app:/app', 'img'], {}],
  [['podman', 'run', '--env-file', '.env', 'img'], { '.env': '' }],
  [['podman', 'run', '--mount', 'type=bind,src=./app,dst=/app', 'img'], {}],
  [['Rscript', '/x.R'], { '.Rprofile': '' }],
  [['tsx', '/x.ts'], { 'tsconfig.json': '{"compilerOptions":{"paths":{}}}' }],
  [['nodemon', '/x.js'], { 'nodemon.json': '{}' }],
  [['npx', '-y', '@dotenvx/dotenvx', 'run', '--', 'node', '/x.js'], { '.env': '' }],
  [['clojure', '-M', '-m', 'x'], { 'deps.edn': '{}' }],
  [['fastmcp', 'run', 'server.py'], { 'server.py': '' }],
  [['uvx', 'fastmcp', 'run', 'server.py'], { 'server.py': '' }],
  [['myprog', './srv.js'], { 'srv.js': '' }],
  [['myprog', 'srv'], { srv: evil }],
];

test.runIf(process.platform !== 'win32').each(others)(
  'a grant for %j is bound to the directory with %j',
  async (words, files) => {
    const here = world(files);
    const [program = ''] = words;
    expect(boundTo(here, words)).toBe(here.cwd);
    expect(await isProven(here, words)).toBe(false);
    if (runners.includes(program)) expect(await isProven(world(), words)).toBe(true);
  },
);

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

test('too many words to look at are not proven', async () => {
  const here = world();
  const many = Array.from({ length: 500 }, (_, at) => `w${at}`);
  expect(await isProven(here, [...npx, ...many.slice(0, 150)])).toBe(true);
  expect(await isProven(here, [...npx, ...many])).toBe(false);
  expect(await isProven(here, ['env', ...many.map((one) => `A_${one}=1`), ...npx])).toBe(false);
});

test
  .runIf(process.platform !== 'win32')
  .each([
    './evil',
    '--x=./evil',
    '--x:./evil',
    'x+./evil',
    'file:./evil',
    'file://PROJECT/evil',
    '@evil',
    './e?il',
    'evil',
    'sub/evil',
  ])('the argument %s is a program of the project, which is not proven', async (word) => {
  const here = world({ evil, 'sub/evil': evil, 'notes.md': '' });
  expect(await isProven(here, [...npx, word.replace('PROJECT', here.cwd)])).toBe(false);
  const other = world({ other: evil, 'evil.md': '' });
  expect(await isProven(other, [...npx, word.replace('PROJECT', other.cwd)])).toBe(true);
});

test.runIf(process.platform !== 'win32').each<readonly [string, Readonly<Record<string, string>>]>([
  ['bunx', { 'tsconfig.json': '{ "compilerOptions": { "jsx": "react-jsx", "paths": { "@/*": ["./src/*"], } } }' }],
  ['bunx', { 'tsconfig.json': '{ "compilerOptions": { "jsx": "preserve", "strict": true } }' }],
  [
    'pnpx',
    {
      'pnpm-workspace.yaml':
        "# ours\npackages:\n  - 'packages/*'\n  - '!**/test/**'\ncatalog:\n  react: ^19.0.0\nonlyBuiltDependencies:\n- esbuild\n",
    },
  ],
])('%s is proven in a usual project with %j', async (program, files) => {
  const here = world(files);
  expect([await isProven(here, [program, 'good@1.0.0']), boundTo(here, [program, 'good@1.0.0'])]).toEqual([
    true,
    undefined,
  ]);
});

test('data in the directory binds nothing', () => {
  const here = world({ 'notes.md': '', 'a.db': '', 'src/x': '' });
  for (const word of ['notes.md', './a.db', 'src', '.', '--port', '3000'])
    expect([word, boundTo(here, ['npx', '-y', 'some-mcp', word])]).toEqual([word, undefined]);
});

test.runIf(process.platform !== 'win32')('a link does not hide where a server runs', async () => {
  const here = world({
    'deep/a/package.json': '{}',
    'deep/a/node_modules/.bin/good': evil,
    'deep/a/b/keep': '',
    sub: '-> deep/a/b',
  });
  expect(await isProven(here, npx)).toBe(true);
  expect(await isProven(here, npx, { cwd: join(here.cwd, 'deep/a/b') })).toBe(false);
  expect(await isProven(here, npx, { cwd: join(here.cwd, 'sub') })).toBe(false);
  expect(await isProven(here, npx, { cwd: './sub' })).toBe(false);
  expect(boundTo({ ...here, cwd: join(here.cwd, 'sub') }, npx)).toBe(join(here.cwd, 'deep/a/b'));
});

test.each(['${workspaceFolder}/sub', '${workspaceFolder}', '${UNSET}sub', '~/sub', '$HOME', '%CD%'])(
  'the working directory %s is not proven',
  async (cwd) => {
    const here = world({ 'sub/keep': '' });
    expect(await isProven(here, npx, { cwd })).toBe(false);
    expect(await isProven(here, npx, { cwd: join(here.cwd, 'sub') })).toBe(true);
  },
);

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
