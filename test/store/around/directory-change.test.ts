import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { boundTo, evil, isProven, json, manifest, npx, runners, tool, world } from './support/project.ts';

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
