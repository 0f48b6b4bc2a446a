import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { expect, it } from 'vitest';
import { approvalsOf, loadApprovalContext } from '../../../src/live/approvals/project-servers.ts';
import type { FileSystem } from '../../../src/model/host.ts';
import type { ServerToRun } from '../../../src/runtime/types.ts';
import { planMigration } from '../../../src/secrets/migrate/plan-migration.ts';
import { nodeHost } from '../../../src/store/host/node-host.ts';
import { admitServers } from '../../../src/store/policy/admit-servers.ts';
import { noteProject } from '../../../src/store/state/known-projects.ts';
import { askInProcess } from '../../cli/support/in-process.ts';
import type { Machine } from '../../cli/support/machine.ts';
import { machineWithLauncher } from '../support/machine-with-launcher.ts';
import { valuesGiven } from '../support/values-given.ts';

/** Different in each place; none contains another. */
const canary = (at: string): string => `ghp_canary${at}${'x'.repeat(20)}${at}`;
const box = (at: string): object => ({ box: { command: 'node', args: ['a.js'], env: { API_TOKEN: canary(at) } } });
const hub = (at: string): object => ({
  hub: { url: 'https://hub.example/mcp', headers: { Authorization: `Bearer ${canary(at)}` } },
});
const file = (...servers: readonly object[]): string =>
  `${JSON.stringify({ mcpServers: Object.assign({}, ...servers) as object }, undefined, 2)}\n`;

interface Found {
  readonly file: string;
  readonly server: string;
  readonly elsewhere?: string;
  readonly why?: string;
}

interface Prepared extends Machine {
  readonly home: string;
}

/** A home with projects that Claude Code lists, and a project whose page was opened. */
async function machineWithProjects(): Promise<Prepared> {
  const here = machineWithLauncher({ '.mcp.json': file(box('HERE')), '~/.cursor/mcp.json': file(hub('USER')) });
  const home = here.path('~/').replace(/\/$/, '');
  const write = (path: string, text: string): void => here.write(`~/${path}`, text);
  write('one/.mcp.json', file(box('ONE'), hub('ONEH')));
  write('one/.cursor/mcp.json', file(box('ONEC')));
  write('two/.mcp.json', file(box('TWO'), hub('TWOH')));
  write('fixed/.mcp.json', file(box('FIXED')));
  write('strict/.mcp.json', file(box('STRICT')));
  write('strict/plugboard.policy.json', JSON.stringify({ rules: [{ id: 'no', deny: { command: ['node'] } }] }));
  write('torn/.mcp.json', file(box('TORN')));
  write('torn/plugboard.policy.json', '{');
  write('broken/.mcp.json', '{ "mcpServers": {');
  write('opened/plugboard.json', JSON.stringify({ servers: box('OPENED') }));
  chmodSync(`${home}/fixed/.mcp.json`, 0o444);
  symlinkSync(`${home}/one`, `${home}/link`);
  mkdirSync(`${home}/out`);
  write('elsewhere.json', file(box('OUT')));
  symlinkSync(`${home}/elsewhere.json`, `${home}/out/.mcp.json`);
  const names = ['one', 'two', 'fixed', 'strict', 'torn', 'broken', 'link', 'out'];
  const projects = Object.fromEntries(names.map((name) => [`${home}/${name}`, { mcpServers: hub(`S${name}S`) }]));
  const gone = { [`${home}/gone`]: { mcpServers: box('GONE') } };
  write('.claude.json', `${JSON.stringify({ projects: { ...projects, ...gone } }, undefined, 2)}\n`);
  await noteProject({ ...nodeHost(`${home}/opened`), home, env: here.env });
  return { ...here, home };
}

/** All files below the home and the project, without our own. */
function contents({ home, project }: { readonly home: string; readonly project: string }): Record<string, string> {
  const found = [home, project].flatMap((root) =>
    readdirSync(root, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => `${entry.parentPath}/${entry.name}`),
  );
  const own = found.filter((path) => !path.includes('/.local/'));
  return Object.fromEntries(own.map((path) => [path, readFileSync(path, 'utf8')]));
}

/** The definitions that are named, with the project if it is another one, and why they stay. */
function placesIn(all: readonly Found[], { home, project }: Prepared): string[] {
  const place = ({ file: path, server, elsewhere = '', why = '' }: Found): string =>
    `${path} ${server} ${elsewhere} ${why}`.replaceAll(home, '~').replaceAll(project, '.').trim();
  return [...new Set(all.map(place))].toSorted();
}

it('one migration covers all that a scan finds, in all known projects, or says why not, and one undo restores it', async () => {
  const here = await machineWithProjects();
  const { home } = here;
  // A client without a switch: its entries are parked, so the files of these projects do not contain them.
  for (const name of ['parked', 'lost']) {
    here.write(`~/${name}/.cursor/mcp.json`, file(box(name)));
    const there = { ...here, project: `${home}/${name}` };
    expect((await askInProcess(there, ['disable', 'box', '--in', 'cursor:project'])).code).toBe(0);
  }
  rmSync(`${home}/lost`, { recursive: true });
  const before = contents(here);
  const scan = async (): Promise<string[]> =>
    placesIn((await askInProcess(here, ['secrets', 'scan'])).data.secrets, here);
  const scanned = await scan();
  expect(scanned).toContain('~/parked/.cursor/mcp.json box ~/parked');
  expect(scanned).toContain('~/.claude.json box ~/gone');

  const moved = await askInProcess(here, ['secrets', 'migrate', '--to', 'file', '--yes']);
  expect(moved.data.written).toBe(true);
  const { entries, left } = moved.data as { entries: Found[]; left: Found[] };
  expect(placesIn(left, here)).toEqual([
    '~/.claude.json hub ~/torn policy',
    '~/fixed/.mcp.json box ~/fixed out-of-reach',
    '~/lost/.cursor/mcp.json box ~/lost out-of-reach',
    '~/strict/.mcp.json box ~/strict policy',
    '~/torn/.mcp.json box ~/torn policy',
  ]);
  const kept = left.map(({ why: _, ...one }) => one);
  expect(placesIn([...entries, ...kept], here)).toEqual(scanned);
  expect(await scan()).toEqual(placesIn(kept, here));
  expect(moved.warnings.map(({ code, file: path }) => [code, path])).toEqual([
    ['link-outside', `${home}/out/.mcp.json`],
  ]);
  expect(moved.errors.map(({ code, file: path }) => [code, path])).toContainEqual([
    'syntax',
    `${home}/broken/.mcp.json`,
  ]);
  expect(existsSync(`${home}/lost`)).toBe(false);

  const { data } = await askInProcess(here, ['secrets', 'list']);
  const unused = data.secrets.filter(({ usedBy }: { usedBy: unknown[] }) => usedBy.length === 0);
  expect(unused).toEqual([]);
  expect((await askInProcess(here, ['undo', '--yes'])).code).toBe(0);
  expect(contents(here)).toEqual(before);
}, 120_000);

it('--here leaves out other projects, and names choose servers in all of them', async () => {
  const here = await machineWithProjects();
  const migrate = async (...words: readonly string[]): Promise<string[]> => {
    const { data } = await askInProcess(here, ['secrets', 'migrate', '--to', 'file', '--dry-run', ...words]);
    return placesIn(data.entries, here);
  };
  expect(await migrate('--here')).toEqual(['./.mcp.json box', '~/.cursor/mcp.json hub']);
  const { data } = await askInProcess(here, ['secrets', 'scan', '--here']);
  expect(placesIn(data.secrets, here)).toEqual(['./.mcp.json box', '~/.cursor/mcp.json hub']);
  expect(await migrate('box', '--client', 'cursor,canonical')).toEqual([
    '~/one/.cursor/mcp.json box ~/one',
    '~/opened/plugboard.json box ~/opened',
  ]);
}, 60_000);

it('a server of another project stays one: its copy in the catalog needs approval, and has only the secrets it was given', async () => {
  const here = machineWithLauncher({ '~/one/.mcp.json': file(hub('ONE')) });
  const home = here.path('~/').replace(/\/$/, '');
  await noteProject({ ...nodeHost(`${home}/one`), home, env: here.env });
  const moved = await askInProcess(here, ['secrets', 'migrate', '--as', 'launcher', '--to', 'file', '--yes']);
  expect(moved.data.entries).toMatchObject([{ form: 'gateway', elsewhere: `${home}/one` }]);
  const host = { ...nodeHost(here.project), home, env: here.env };
  const { all } = await loadApprovalContext(host);
  const hubHere = all.find(({ name }) => name === 'hub');
  expect(hubHere?.origin).toMatchObject({ project: `${home}/one`, copied: true });
  expect(await approvalsOf(host).permissionFor(hubHere as ServerToRun)).toBe('pending');
  const secrets = await valuesGiven(host, hubHere as ServerToRun, ['HUB_TOKEN']);
  expect(secrets).toEqual({ HUB_TOKEN: canary('ONE') });
}, 60_000);

it('a project that cannot be read is reported and does not stop the others', async () => {
  const here = await machineWithProjects();
  const { home } = here;
  const host = { ...nodeHost(here.project), home, env: here.env };
  const denied = Object.assign(new Error('permission denied'), { code: 'EACCES' });
  const isDenied = (path: string): boolean => path.startsWith(`${home}/two/`);
  const fs: FileSystem = {
    ...host.fs,
    kindOf: async (path) => (isDenied(path) ? 'other' : host.fs.kindOf(path)),
    status: async (path) => (isDenied(path) ? Promise.reject(denied) : host.fs.status(path)),
    readFile: async (path) => (isDenied(path) ? Promise.reject(denied) : host.fs.readFile(path)),
  };
  const unread: (string | undefined)[] = [];
  const request = { names: [], everywhere: true, vault: 'file', as: 'auto', oldBackups: 'seal' } as const;
  const { entries, left } = await planMigration(
    { ...host, fs },
    { ...request, onUnread: (issues) => unread.push(...issues.map((one) => one.file)) },
  );
  expect(unread.filter((path) => path?.startsWith(`${home}/two`))).toEqual([`${home}/two`]);
  expect(placesIn(entries, here)).toContain('~/one/.mcp.json box ~/one');
  // Its policies cannot be read either, so what they say about its section is not known.
  expect(placesIn(left, here)).toContain('~/.claude.json hub ~/two policy');
}, 60_000);

it('a change is judged by the policies of the project that the file or the section belongs to', async () => {
  const here = await machineWithProjects();
  const { home } = here;
  const judge = async (cwd: string, path: string, after: string): Promise<string> => {
    const host = { ...nodeHost(cwd), home, env: here.env };
    const change = { path, before: '{}', after };
    return admitServers(host, [change]).then(
      () => 'allowed',
      ({ code }: { code: string }) => code,
    );
  };
  const section = JSON.stringify({ projects: { [`${home}/strict`]: { mcpServers: box('NEW') } } });
  for (const cwd of [here.project, `${home}/strict`]) {
    expect(await judge(cwd, `${home}/strict/.mcp.json`, file(box('NEW')))).toBe('policy-denied');
    expect(await judge(cwd, `${home}/.claude.json`, section)).toBe('policy-denied');
    expect(await judge(cwd, `${home}/one/.mcp.json`, file(box('NEW')))).toBe('allowed');
    expect(await judge(cwd, `${home}/torn/.mcp.json`, file(box('NEW')))).toBe('policy-invalid');
  }
  expect(await judge(here.project, `${home}/.cursor/mcp.json`, file(box('NEW')))).toBe('allowed');
  expect(await judge(`${home}/strict`, `${home}/.cursor/mcp.json`, file(box('NEW')))).toBe('policy-denied');
});

it('our own files stay where they are, also if a variable names them relative to the working directory', async () => {
  const here = await machineWithProjects();
  const env = { ...here.env, PLUGBOARD_HOME: 'own' };
  const migrate = ['secrets', 'migrate', 'box', '--to', 'file', '--yes'];
  const { data } = await askInProcess({ ...here, env }, migrate);
  expect(placesIn(data.entries, here)).toContain('~/one/.mcp.json box ~/one');
  expect(existsSync(`${here.project}/own/state`)).toBe(true);
  expect(readdirSync(here.home, { recursive: true }).filter((name) => /\/own(?:\/|$)/.test(String(name)))).toEqual([]);
}, 60_000);

it('a file that several paths lead to is changed once, and text says which project a section is for', async () => {
  const here = machineWithLauncher({ '.mcp.json': file(box('HERE')) });
  const home = here.path('~/').replace(/\/$/, '');
  for (const directory of [here.path('.cursor'), `${home}/one/.cursor`]) mkdirSync(directory, { recursive: true });
  symlinkSync('../.mcp.json', here.path('.cursor/mcp.json'));
  // Another project shares the file of this one.
  symlinkSync(here.path('.mcp.json'), `${home}/one/.cursor/mcp.json`);
  here.write('~/.claude.json', JSON.stringify({ projects: { [`${home}/one`]: { mcpServers: box('ONE') } } }));
  const { stderr, code } = here.run(['secrets', 'migrate', '--to', 'file', '--yes']);
  expect(code).toBe(0);
  expect(stderr).toContain('box in claude-code: reference for API_TOKEN (.mcp.json)');
  expect(stderr).toContain('(~/.claude.json for ~/one)');
  expect((await askInProcess(here, ['secrets', 'scan'])).data.secrets).toEqual([]);
}, 60_000);

it('a server in a file above the working directory gets its secret as one of the project that has the file', async () => {
  const above = { above: { command: 'node', args: ['a.js'], env: { ABOVE_TOKEN: canary('ABOVE') } } };
  const here = machineWithLauncher({ '.mcp.json': file(above), 'sub/README.md': '' });
  const inside = { ...here, project: here.path('sub') };
  const moved = await askInProcess(inside, ['secrets', 'migrate', '--to', 'file', '--yes']);
  expect(moved.data.entries).toMatchObject([{ file: here.path('.mcp.json'), form: 'reference' }]);
  const host = { ...nodeHost(inside.project), home: here.path('~/').replace(/\/$/, ''), env: here.env };
  const { all } = await loadApprovalContext(host);
  const toRun = all.find(({ name }) => name === 'above') as ServerToRun;
  expect(toRun.origin).toMatchObject({ project: here.project });
  const secrets = await valuesGiven(host, toRun, ['ABOVE_TOKEN']);
  expect(secrets).toEqual({ ABOVE_TOKEN: canary('ABOVE') });
}, 60_000);
