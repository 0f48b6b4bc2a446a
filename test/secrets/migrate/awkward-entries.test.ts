import { chmodSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readLauncher } from '../../../src/model/launcher/launcher-entry.ts';
import type { Server } from '../../../src/model/server.ts';
import { nodeHost } from '../../../src/store/host/node-host.ts';
import { launcherGrant, notGivenTo } from '../../../src/store/vault/grants.ts';
import { readVaultIndex } from '../../../src/store/vault/vault-index.ts';
import { askInProcess } from '../../cli/support/in-process.ts';
import { type Machine, program } from '../../cli/support/machine.ts';
import { leaksOf, machineWithLauncher } from '../support/machine-with-launcher.ts';

const canary = (at: string): string => `ghp_canary${at}${'x'.repeat(20)}${at}`;
const cursor = '~/.cursor/mcp.json';

const inCursor = (servers: Readonly<Record<string, object>>): Readonly<Record<string, string>> => ({
  [cursor]: JSON.stringify({ mcpServers: servers }),
});

const entryIn = (here: Machine, name: string, file = cursor): Server => {
  const { mcpServers } = JSON.parse(here.read(file)) as { mcpServers: Record<string, Server> };
  return mcpServers[name] ?? {};
};

/** What a client starts: the words after our own program, and the variables of the entry. */
const start = (here: Machine, { args = [], env = {} }: Server): ReturnType<Machine['run']> =>
  here.run(args.slice(args.indexOf('exec')), { env });

it('a line with variables of the client is recognized after the client expanded them, and no other line is', async () => {
  const args = ['${workspaceFolder}/server.js', '--home', '${userHome}', '--at', '${env:PLACE}'];
  const here = machineWithLauncher(inCursor({ box: { command: 'node', args, env: { API_TOKEN: canary('01') } } }));
  expect((await askInProcess(here, ['secrets', 'migrate', '--yes'])).data.left).toEqual([]);
  const line = readLauncher(entryIn(here, 'box'));
  const home = here.path('~/').replace(/\/$/, '');
  const host = { ...nodeHost(here.project), home, env: { ...here.env, PLACE: 'here' } };
  const index = await readVaultIndex(host);
  const withheld = (...words: string[]): string[] =>
    notGivenTo(index, { server: 'box', env: line?.env ?? {}, words: ['node', ...words] }, host);
  expect(withheld('/any/folder/server.js', '--home', home, '--at', 'here')).toEqual([]);
  expect(withheld('/any/folder/server.js', '--home', home, '--at', 'there')).toEqual(['API_TOKEN']);
  expect(withheld('/any/folder/server.js', '--home', '/other', '--at', 'here')).toEqual(['API_TOKEN']);
  expect(withheld('/any/folder/other.js', '--home', home, '--at', 'here')).toEqual(['API_TOKEN']);
  expect(withheld('server.js', '--home', home, '--at', 'here')).toEqual(['API_TOKEN']);
  expect(withheld('/any/server.js', '--home', home, '--at', 'here', '--more')).toEqual(['API_TOKEN']);
  const other = launcherGrant({ server: 'other', words: ['node', 'x.js'], env: {} });
  expect(other).not.toHaveProperty('line');
});

it('an argument that the program fills from its own variables is left to it, and stays out of the process list', async () => {
  const tell = 'console.log(JSON.stringify([process.argv.slice(1), process.env.AUTH, process.env.API_KEY]))';
  const args = ['-e', tell, 'Authorization:${AUTH}', '${API_KEY}'];
  const env = { AUTH: `Bearer ${canary('a1')}`, API_KEY: canary('b2') };
  const file = '~/.claude.json';
  const here = machineWithLauncher({ [file]: JSON.stringify({ mcpServers: { box: { command: 'node', args, env } } }) });
  expect((await askInProcess(here, ['secrets', 'migrate', '--yes'])).data.left).toEqual([]);
  expect(entryIn(here, 'box', file).args?.slice(-2)).toEqual(args.slice(-2));
  const { stdout } = start(here, entryIn(here, 'box', file));
  expect(JSON.parse(stdout)).toEqual([args.slice(-2), env.AUTH, env.API_KEY]);
});

it('an entry into which its client puts values that only it knows stays as it is, and says why', async () => {
  const args = ['--host', '${input:host}'];
  const servers = { box: { type: 'stdio', command: 'db', args, env: { API_TOKEN: canary('02') } } };
  const parts = { command: 'db', env: { API_TOKEN: `${canary('02')}-\${env:PART}` } };
  const here = machineWithLauncher({
    '~/.config/Code/User/mcp.json': JSON.stringify({ servers }),
    ...inCursor({ parts }),
  });
  const { data } = await askInProcess(here, ['secrets', 'migrate', '--yes']);
  expect(data.entries).toEqual([]);
  expect(data.left).toEqual([
    expect.objectContaining({ server: 'parts', why: 'client-variables' }),
    expect.objectContaining({ server: 'box', why: 'client-variables' }),
  ]);
});

it('reports a value that stays in a comment, and moves nothing out of a read-only file', async () => {
  const entry = JSON.stringify({ command: 'node', args: ['x'], env: { API_TOKEN: canary('03') } });
  const here = machineWithLauncher({
    [cursor]: `{\n  // was ${canary('03')}\n  "mcpServers": { "box": ${entry} }\n}\n`,
    '~/.codeium/windsurf/mcp_config.json': JSON.stringify({
      mcpServers: { fixed: { command: 'node', env: { API_TOKEN: canary('04') } } },
    }),
  });
  chmodSync(here.path('~/.codeium/windsurf/mcp_config.json'), 0o444);
  const { data, code } = await askInProcess(here, ['secrets', 'migrate', '--yes']);
  expect(code).toBe(0);
  expect(data.left).toEqual([
    expect.objectContaining({ server: 'fixed', why: 'out-of-reach' }),
    expect.objectContaining({ server: 'box', why: 'elsewhere', line: 2 }),
  ]);
  expect(data.stored).toEqual(['API_TOKEN']);
});

it('a second secret joins the launcher of the first, a name may look like an option, and moved keys are found', async () => {
  const show = 'console.log(process.env.A_TOKEN, process.env.B_TOKEN)';
  const server = { command: process.execPath, args: ['-e', show], env: { A_TOKEN: canary('05') } };
  const here = machineWithLauncher(inCursor({ '--help': server }), { XDG_DATA_HOME: '' });
  const moved = { ...here, env: { ...here.env, XDG_DATA_HOME: here.path('~/elsewhere') } };
  await askInProcess(moved, ['secrets', 'migrate', '--yes']);
  const first = entryIn(here, '--help');
  expect(start(here, first)).toMatchObject({ code: 0, stdout: `${canary('05')} undefined\n` });
  here.write(cursor, here.read(cursor).replace('"A_TOKEN"', `"B_TOKEN": "${canary('06')}", "A_TOKEN"`));
  const { data } = await askInProcess(moved, ['secrets', 'migrate', '--yes']);
  expect(data.stored).toEqual(['B_TOKEN']);
  const second = entryIn(here, '--help');
  expect(second.args).toEqual(first.args);
  expect(second.env).toMatchObject({ A_TOKEN: '{secret:A_TOKEN}', B_TOKEN: '{secret:B_TOKEN}' });
  expect(start(here, second)).toMatchObject({ code: 0, stdout: `${canary('05')} ${canary('06')}\n` });
}, 60_000);

it('sync, diff and doctor see through launchers and gateway entries, and a synced change keeps them', async () => {
  const show = 'console.log(process.env.API_TOKEN, process.argv[1])';
  const box = { command: process.execPath, args: ['-e', show, 'one'], env: { API_TOKEN: canary('07') } };
  const hub = { url: 'https://hub.example/mcp', headers: { Authorization: `Bearer ${canary('08')}` } };
  const targets = ['cursor', 'claude-desktop'];
  const catalog = '~/.config/plugboard/plugboard.json';
  const servers = { box: { ...box, targets }, hub: { ...hub, targets: ['cursor'] } };
  const here = machineWithLauncher({ [catalog]: JSON.stringify({ servers }) });
  expect((await askInProcess(here, ['sync', '--yes'])).code).toBe(0);
  expect((await askInProcess(here, ['secrets', 'migrate', '--yes'])).data.left).toEqual([]);
  expect(entryIn(here, 'hub').args).toContain('serve');
  expect(leaksOf(here)).toEqual([]);

  const again = await askInProcess(here, ['sync', '--dry-run']);
  expect(again).toMatchObject({ code: 0, data: { changes: [] } });
  const differing = async (): Promise<string[]> => {
    const { data } = await askInProcess(here, ['diff']);
    return data.cells.filter(({ state }: { state: string }) => state === 'differs');
  };
  expect(await differing()).toEqual([]);
  const { data: checked } = await askInProcess(here, ['doctor']);
  expect(checked.issues.map(({ code }: { code: string }) => code)).not.toContain('server-differs');
  expect(checked.issues.map(({ code }: { code: string }) => code)).not.toContain('variable-unset');

  here.write(catalog, here.read(catalog).replace('"one"', '"two"'));
  expect((await askInProcess(here, ['sync', '--yes'])).code).toBe(0);
  for (const file of [cursor, '~/.config/Claude/claude_desktop_config.json']) {
    const entry = entryIn(here, 'box', file);
    expect(entry.args).toContain('exec');
    expect(start(here, entry)).toMatchObject({ code: 0, stdout: `${canary('07')} two\n` });
  }
  expect(entryIn(here, 'hub').args).toContain('serve');
  expect(leaksOf(here)).toEqual([]);
  // The same without a sync: a catalog that names no clients.
  const { servers: all } = JSON.parse(here.read(catalog)) as { servers: Record<string, object> };
  const bare = Object.entries(all).map(([name, server]) => [name, { ...server, targets: undefined }]);
  here.write(catalog, JSON.stringify({ servers: Object.fromEntries(bare) }));
  expect(await differing()).toEqual([]);
}, 60_000);

it('an import into the catalog takes what a launcher starts', async () => {
  const here = machineWithLauncher(
    inCursor({ box: { command: 'node', args: ['x.js'], env: { API_TOKEN: canary('09') } } }),
  );
  await askInProcess(here, ['secrets', 'migrate', '--yes']);
  expect((await askInProcess(here, ['import', 'cursor', '--yes'])).code).toBe(0);
  expect(JSON.parse(here.read('~/.config/plugboard/plugboard.json'))).toMatchObject({
    servers: { box: { command: 'node', args: ['x.js'], env: { API_TOKEN: '${API_TOKEN}' } } },
  });
});

it('what a launcher hands to its server is masked in results and logs', async () => {
  // No pattern tells that this is a secret.
  const value = 'plain words of canary';
  const server = join(import.meta.dirname, '../servers/echo.mjs');
  const here = machineWithLauncher(
    inCursor({ box: { command: process.execPath, args: [server], env: { API_TOKEN: value } } }),
  );
  await askInProcess(here, ['secrets', 'migrate', '--yes']);
  expect(entryIn(here, 'box').args).toContain(program);
  const { code, stdout, stderr } = here.run(['call', 'box', 'echo']);
  expect(code).toBe(0);
  expect(stdout + stderr).not.toContain('canary');
  expect(leaksOf(here)).toEqual([]);
}, 60_000);

it('encrypts backups that an interrupted migration had only marked as encrypted', async () => {
  const files = inCursor({ box: { command: 'node', args: ['x.js'], env: { API_TOKEN: canary('10') } } });
  const here = machineWithLauncher(files);
  await askInProcess(here, ['add', 'late', '--to', 'cursor', '--', 'node']);
  const journal = '~/.local/state/plugboard/journal';
  const [name = ''] = readdirSync(here.path(journal));
  here.write(`${journal}/${name}`, JSON.stringify({ ...JSON.parse(here.read(`${journal}/${name}`)), sealed: true }));
  expect((await askInProcess(here, ['secrets', 'migrate', '--yes'])).code).toBe(0);
  expect(leaksOf(here)).toEqual([]);
  for (const _ of ['migrate', 'add']) expect((await askInProcess(here, ['undo', '--yes'])).code).toBe(0);
  expect(here.read(cursor)).toBe(files[cursor]);
});

it('a value that the client makes of parts stays, and the others of its server are moved', async () => {
  const env = { PASSWORD: `${canary('p1')}-\${env:PART}`, API_TOKEN: canary('p2') };
  const here = machineWithLauncher(inCursor({ box: { command: 'db', env } }));
  const { data } = await askInProcess(here, ['secrets', 'migrate', '--yes']);
  expect(data.left).toEqual([expect.objectContaining({ field: 'env.PASSWORD', why: 'client-variables' })]);
  expect(entryIn(here, 'box').env).toEqual({ ...env, API_TOKEN: '{secret:API_TOKEN}' });
});

it('a secret in a field that nothing can replace stays where it is, is listed, and gets into no other file', async () => {
  const file = '~/.codex/config.toml';
  const fields = `bearer_token = "${canary('f1')}"\nhttp_headers = { X-Api-Key = "${canary('f2')}" }`;
  const here = machineWithLauncher({ [file]: `[mcp_servers.far]\nurl = "https://a.example/mcp"\n${fields}\n` });
  const { data } = await askInProcess(here, ['secrets', 'migrate', '--yes']);
  expect(data.left).toEqual([expect.objectContaining({ field: 'bearer_token', why: 'not-expanded' })]);
  expect(leaksOf(here)).toEqual([here.path(file)]);
});

it('a value that is in another vault already is not taken for one of the env file', async () => {
  const server = { command: 'node', args: ['x.js'], env: { API_TOKEN: canary('v1') } };
  const file = '~/.claude.json';
  const here = machineWithLauncher({ [file]: JSON.stringify({ mcpServers: { box: server } }) });
  await askInProcess(here, ['secrets', 'migrate', '--to', 'file', '--yes']);
  await askInProcess(here, ['undo', '--yes']);
  const { data } = await askInProcess(here, ['secrets', 'migrate', '--to', 'env-file', '--yes']);
  expect(data).toMatchObject({ title: 'move 1 secret to the vault file', entries: [{ form: 'launcher' }] });
});
