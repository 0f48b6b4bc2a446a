import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { pathsOf } from '../../../src/clients/paths.ts';
import { clients } from '../../../src/clients/registry.ts';
import type { Client } from '../../../src/clients/types.ts';
import { askInProcess } from '../support/in-process.ts';
import { machine, type Machine } from '../support/machine.ts';
import { printed } from './support/printed.ts';

const json = (value: unknown): string => `${JSON.stringify(value, undefined, 2)}\n`;
const unpinned = { command: 'npx', args: ['a'] };
const files = {
  'sub dir/.mcp.json': json({ mcpServers: { a: unpinned, b: { command: 'node', env: { A_TOKEN: 'x'.repeat(40) } } } }),
  'sub dir/.vscode/mcp.json': '{ "servers": ',
  'sub dir/plugboard.policy.json': json({ rules: [{ id: 'no-npx', deny: { command: ['npx'] } }] }),
};

interface Found {
  readonly code: string;
  readonly file: string;
  readonly line: number | undefined;
}

/** The issues of a project as each format tells them; files from the root of the checkout. */
async function inEveryFormat(here: Machine, cwd: string): Promise<Record<string, Found[]>> {
  const byPlace = (found: Found[]): Found[] => found.toSorted((a, b) => (json(a) < json(b) ? -1 : 1));
  const data = JSON.parse((await printed(here, cwd, 'json')).text).data.issues;
  const sarif = JSON.parse((await printed(here, cwd, 'sarif')).text).runs[0];
  const github = (await printed(here, cwd, 'github')).text.trimEnd().split('\n');
  return {
    // oxlint-disable-next-line typescript/no-explicit-any -- checked by comparing.
    json: byPlace(data.map((one: any) => ({ code: one.code, file: one.file, line: one.range?.start.line }))),
    sarif: byPlace(
      // oxlint-disable-next-line typescript/no-explicit-any -- checked by comparing.
      sarif.results.map(({ ruleId, locations: [{ physicalLocation: at }] }: any) => ({
        code: ruleId,
        file: decodeURIComponent(at.artifactLocation.uri),
        line: at.region?.startLine,
      })),
    ),
    github: byPlace(
      github.map((line) => {
        const [, file = '', rest = ''] = /^::\w+ file=([^,]*)(.*)$/.exec(line) ?? [];
        const at = /line=(\d+)/.exec(rest)?.[1];
        return { code: /title=([\w-]+)/.exec(rest)?.[1] ?? '', file, line: at === undefined ? undefined : Number(at) };
      }),
    ),
  };
}

test('files are named from the root of the checkout, the same in every format', async () => {
  const here = machine(files);
  mkdirSync(here.path('.git'));
  const cwd = here.path('sub dir');
  const { json: data = [], sarif = [], github = [] } = await inEveryFormat(here, cwd);
  expect(sarif.map(({ code }) => code)).toEqual(
    expect.arrayContaining(['syntax', 'package-unpinned', 'policy-violated', 'plain-secret']),
  );
  expect(sarif.every(({ file }) => file.startsWith('sub dir/'))).toBe(true);
  expect(github).toEqual(sarif);
  const asData = data.map((one) => ({ ...one, file: one.file.replace(`${here.project}/`, '') }));
  expect(asData).toEqual(sarif);
  const text = (await printed(here, cwd, 'text')).text;
  expect(text).toContain(`${sarif.length} issues`);
  for (const format of ['json', 'sarif', 'github', 'text']) expect((await printed(here, cwd, format)).code).toBe(6);
});

test('a worktree and a link to the directory lead to the same issues', async () => {
  const here = machine(files);
  const git = (...args: string[]): Buffer =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', ...args], { cwd: here.project });
  git('init', '-q');
  git('add', '-A');
  git('commit', '-qm', 'x');
  git('worktree', 'add', '-q', '../tree');
  const direct = (await inEveryFormat(here, here.path('sub dir')))['github'];
  expect((await inEveryFormat(here, here.path('../tree/sub dir')))['github']).toEqual(direct);
  symlinkSync(here.path('sub dir'), here.path('~/link'));
  const linked = (await inEveryFormat(here, here.path('~/link')))['github'];
  expect(linked?.map(({ code, line }) => [code, line])).toEqual(direct?.map(({ code, line }) => [code, line]));
});

test('the hook for pre-commit looks at the project files of every client', () => {
  const path = fileURLToPath(new URL('../../../.pre-commit-hooks.yaml', import.meta.url));
  const hooked = new RegExp(parse(readFileSync(path, 'utf8'))[0].files);
  const places = { home: '/home', env: {}, platform: 'linux', project: '/project' } as const;
  const names = (Object.values(clients) as readonly Client[]).flatMap(({ locations }) =>
    locations.flatMap((one) => pathsOf(one, places).filter((file) => file.startsWith('/project/'))),
  );
  expect(names.length).toBeGreaterThan(10);
  expect(names.filter((name) => !hooked.test(name.slice('/project/'.length)))).toEqual([]);
});

const hash = 'a'.repeat(64);
const locked = (servers: object): string => json({ version: 1, servers });

test.each([
  ['with conflict markers', `<<<<<<< HEAD\n${locked({})}=======\n${locked({})}>>>>>>> other\n`],
  ['with a server twice', `{"version":1,"servers":{"a":{"definition":"${hash}"},"a":{"definition":"${hash}"}}}`],
  ['with all servers twice', `{"version":1,"servers":{},"servers":{"a":{"definition":"${hash}"}}}`],
  ['that is empty', ''],
  ['that is a list', '[]'],
  ['that is deep', '['.repeat(5000)],
])('a lock %s is an issue, and locks nothing', async (_, text) => {
  const here = machine({ 'plugboard.lock': text, '.mcp.json': json({ mcpServers: { a: { command: 'node' } } }) });
  expect((await askInProcess(here, ['check'])).code).toBe(6);
  expect((await askInProcess(here, ['lock'])).errors[0]).toMatchObject({ code: 'document-malformed' });
  expect((await askInProcess(here, ['test', 'a', '--locked'])).code).not.toBe(0);
  expect(here.read('plugboard.lock')).toBe(text);
});

test('names in a lock are only names', async () => {
  const text = `{"version":1,"servers":{"__proto__":{"definition":"${hash}"},"constructor":{"definition":"${hash}"}}}`;
  const here = machine({
    'plugboard.lock': text,
    '.mcp.json': json({ mcpServers: { toString: { command: 'node' } } }),
  });
  const { data } = await askInProcess(here, ['check']);
  expect(data.issues.map((one: { code: string }) => one.code)).toContain('lock-outdated');
  expect((await askInProcess(here, ['lock'])).data.servers).toMatchObject([
    { server: 'toString', change: 'added' },
    { server: '__proto__', change: 'removed' },
    { server: 'constructor', change: 'removed' },
  ]);
});

test('a huge lock is an issue', async () => {
  const here = machine({ '.mcp.json': json({ mcpServers: {} }) });
  writeFileSync(here.path('plugboard.lock'), `{"version":1,"servers":{}}${' '.repeat(60 * 1024 * 1024)}`);
  expect((await askInProcess(here, ['check'])).code).toBe(6);
});
