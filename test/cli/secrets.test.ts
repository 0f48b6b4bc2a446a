import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { scanHistory } from '../../src/secrets/find/scan-history.ts';
import { nodeHost } from '../../src/store/host/node-host.ts';
import { askInProcess } from './support/in-process.ts';
import { type Machine, machine } from './support/machine.ts';

const quiet = { DBUS_SESSION_BUS_ADDRESS: 'disabled:' };
const withQuiet = (here: Machine): Machine => ({ ...here, env: { ...here.env, ...quiet } });
const entry = (token: string): string =>
  JSON.stringify({ mcpServers: { box: { command: 'node', env: { API_TOKEN: token } } } }, undefined, 2);

it('set, list, get, rotate and remove', async () => {
  const here = machine({
    '~/.config/plugboard/plugboard.json': '{"servers":{"s":{"command":"x","env":{"A":"${MY_KEY}"}}}}',
  });
  const env = quiet;
  expect(here.run(['secrets', 'set', 'MY_KEY'], { env, input: 'first value\n' })).toMatchObject({ code: 0 });
  expect(here.run(['secrets', 'set', 'MY_KEY'], { env, input: 'x' })).toMatchObject({ code: 1 });
  expect(here.run(['secrets', 'get', 'MY_KEY', '--prefix', 'Bearer '], { env }).stdout).toBe('Bearer first value\n');
  expect(here.run(['secrets', 'rotate', 'MY_KEY'], { env, input: 'second' }).stdout).toContain('1 server');
  expect(here.run(['secrets', 'get', 'MY_KEY'], { env }).stdout).toBe('second\n');
  expect(JSON.stringify(here.run(['secrets', 'list', '--json'], { env }))).not.toMatch(/first value|second/);
  expect(here.run(['secrets', 'remove', 'MY_KEY', '--yes'], { env })).toMatchObject({ code: 1 });
  expect(here.run(['secrets', 'remove', 'MY_KEY', '--force', '--yes'], { env })).toMatchObject({ code: 0 });
  expect(here.run(['secrets', 'get', 'MY_KEY'], { env }).stderr).toContain('No secret named');
  const warned = here.run(['secrets', 'set', 'OTHER', 'on-the-line'], { env });
  expect([warned.code, warned.stderr]).toEqual([0, expect.stringContaining('other users can see it')]);
  expect(here.run(['secrets', 'set', 'not a name'], { env, input: 'x' }).code).not.toBe(0);
  expect(here.run(['secrets', 'set', 'EMPTY'], { env }).stderr).toContain('empty');
  const bytes = Buffer.from([0xff, 0xfe]);
  expect(here.run(['secrets', 'set', 'BYTES'], { env, input: bytes }).stderr).toContain('not text in UTF-8');
}, 60_000);

it('add --vault never writes the secret to a file, not even for a moment', async () => {
  const here = withQuiet(machine());
  const words = ['add', 'box', '--to', 'cursor', '-e', 'API_TOKEN=canary-of-add-1', '--vault', '--', 'node', 'x.js'];
  expect(await askInProcess(here, words)).toMatchObject({ code: 0, warnings: [] });
  expect(here.read('~/.cursor/mcp.json')).toContain('{secret:API_TOKEN}');
  expect(here.read('~/.cursor/mcp.json')).not.toContain('canary');
  expect((await askInProcess(here, ['secrets', 'scan'])).data.secrets).toEqual([]);
  // A second change would have taken it out of what the first wrote.
  const { data } = await askInProcess(here, ['history']);
  expect(data.entries.map(({ title }: { title: string }) => title)).toEqual(['add box to cursor:user']);
  expect((await askInProcess(here, ['undo', '--yes'])).code).toBe(0);
  expect(here.read('~/.cursor/mcp.json')).toBe('');
}, 30_000);

it('scan tells where, with equal fingerprints for equal values, as JSON and SARIF', async () => {
  const here = withQuiet(
    machine({
      '~/.cursor/mcp.json': entry('hunter2hunter2'),
      '.mcp.json': entry('hunter2hunter2'),
      '~/.claude.json': entry('other-secret-1'),
    }),
  );
  const { data, code } = await askInProcess(here, ['secrets', 'scan']);
  expect(code).toBe(6);
  const byFile = data.secrets.map((one: { client: string; fingerprint: string }) => [one.client, one.fingerprint]);
  const prints = Object.fromEntries(byFile) as Record<string, string>;
  expect(data.secrets).toHaveLength(3);
  expect(new Set(Object.values(prints)).size).toBe(2);
  expect(data.secrets[0]).toMatchObject({
    code: 'plain-secret',
    server: 'box',
    field: 'env.API_TOKEN',
    range: { start: { line: 6 } },
  });
  const sarif = here.run(['secrets', 'scan', '--sarif']).stdout;
  const [run] = (JSON.parse(sarif) as { runs: { results: { partialFingerprints: object }[] }[] }).runs;
  expect(run?.results.map(({ partialFingerprints }) => partialFingerprints)).toContainEqual({
    secretValue: prints['cursor'],
  });
  expect(sarif + JSON.stringify(data)).not.toMatch(/hunter2|other-secret/);
}, 30_000);

it('scan --history finds what was removed, in all branches, and names the commit that brought it', async () => {
  const here = machine({ '.mcp.json': entry('old-secret-value-1') });
  const git = (...args: string[]): string =>
    execFileSync('git', ['-C', here.project, '-c', 'user.name=a', '-c', 'user.email=a@b', ...args])
      .toString()
      .trim();
  git('init', '-q', '-b', 'main');
  // A repository must not be able to make the scan run a program.
  git('config', 'log.showSignature', 'true');
  git('config', 'gpg.program', '/nowhere/evil');
  git('add', '.');
  git('commit', '-qm', 'one');
  const first = git('rev-parse', 'HEAD');
  here.write('.mcp.json', '{"mcpServers":{}}');
  git('commit', '-qam', 'two');
  git('checkout', '-qb', 'other');
  here.write('.cursor/mcp.json', entry('in-a-branch-99'));
  git('add', '.');
  git('commit', '-qm', 'three');
  git('checkout', '-q', 'main');
  const host = { ...nodeHost(here.project), env: here.env, home: here.path('~/') };
  const found = await scanHistory(host);
  expect(found.map(({ commit, server }) => [commit, server])).toEqual([
    [first, 'box'],
    [git('rev-parse', 'other'), 'box'],
  ]);
  expect(JSON.stringify(found)).not.toMatch(/old-secret|in-a-branch/);
  await expect(scanHistory({ ...host, cwd: here.path('~/') })).rejects.toMatchObject({ code: 'history-unreadable' });
}, 30_000);

it('a server of a project has a secret only after it was given, even if it is approved', () => {
  const show = 'require("fs").writeFileSync("seen", String(process.env.A))';
  const theirs = { command: process.execPath, args: ['-e', show], env: { A: '${MY_KEY}' } };
  const here = machine({ '.mcp.json': JSON.stringify({ mcpServers: { theirs } }) });
  const run: Machine['run'] = (args, how = {}) => here.run(args, { ...how, env: quiet });
  run(['secrets', 'set', 'MY_KEY'], { input: 'canary-of-mine' });
  const refused = run(['test', 'theirs', '--json']).stdout;
  expect(run(['approve', /[\da-f]{64}/.exec(refused)?.[0] ?? '']).code).toBe(0);
  run(['test', 'theirs']);
  expect(here.read('seen')).toBe('undefined');
  expect(run(['secrets', 'allow', 'theirs']).stderr).toContain('--yes');
  expect(run(['secrets', 'allow', 'theirs', '--yes'])).toMatchObject({ code: 0 });
  expect(run(['secrets', 'allow', 'theirs', '--yes']).stderr).toContain('asks for no secret');
  const tested = run(['test', 'theirs', '--json']);
  expect(here.read('seen')).toBe('canary-of-mine');
  expect(tested.stdout + tested.stderr).not.toContain('canary');
}, 60_000);
