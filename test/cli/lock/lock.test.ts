import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { openGateway } from '../../../src/cli/gateway/open-gateway.ts';
import { nodeHost } from '../../../src/store/host/node-host.ts';
import { readLock } from '../../../src/store/locked/lock-file.ts';
import { places } from '../../registry/packages/support.ts';
import { askInProcess } from '../support/in-process.ts';
import { type Machine, machine } from '../support/machine.ts';

const changing = fileURLToPath(new URL('servers/changing.mjs', import.meta.url));
const json = (value: unknown): string => `${JSON.stringify(value, undefined, 2)}\n`;

/** A project with a server whose tools a file decides. The user trusts it. */
async function project(tools = 'read reads\nwrite writes\n'): Promise<Machine> {
  const here = machine({ 'tools.txt': tools });
  const server = { command: process.execPath, args: [changing, here.path('tools.txt')] };
  here.write('plugboard.json', json({ servers: { box: server } }));
  const { data } = await askInProcess(here, ['approve']);
  const [{ fingerprint }] = data.pending ?? data.servers;
  expect((await askInProcess(here, ['approve', fingerprint])).code).toBe(0);
  return here;
}

async function approveAll(here: Machine): Promise<void> {
  const { data } = await askInProcess(here, ['approve']);
  for (const { fingerprint } of data.pending ?? data.servers)
    expect((await askInProcess(here, ['approve', fingerprint])).code).toBe(0);
}

test('the lock has the tools as accepted, sorted and stable', async () => {
  const here = await project();
  const first = await askInProcess(here, ['lock']);
  expect(first).toMatchObject({ code: 0, warnings: [{ code: 'lock-without-tools' }] });
  expect((await askInProcess(here, ['test', 'box'])).code).toBe(0);
  expect((await askInProcess(here, ['lock'])).code).toBe(6);
  const { code, data } = await askInProcess(here, ['lock', '--update', 'box']);
  expect([code, data.servers[0]]).toEqual([
    0,
    expect.objectContaining({ change: 'updated', tools: { added: ['read', 'write'], changed: [], removed: [] } }),
  ]);
  const text = here.read('plugboard.lock');
  expect(Object.keys(JSON.parse(text).servers.box.tools)).toEqual(['read', 'write']);
  expect((await askInProcess(here, ['lock', '--update'])).data.written).toBe(false);
  expect(here.read('plugboard.lock')).toBe(text);
  expect((await askInProcess(here, ['undo'])).code).toBe(0);
  expect(here.read('plugboard.lock')).not.toBe(text);
});

test('a server that changes its tools between two starts is refused with --locked', async () => {
  const here = await project();
  await askInProcess(here, ['test', 'box']);
  expect((await askInProcess(here, ['lock'])).code).toBe(0);
  expect((await askInProcess(here, ['test', 'box', '--locked'])).code).toBe(0);
  here.write('tools.txt', 'read reads and sends it elsewhere\nmore more\n');
  const refused = await askInProcess(here, ['test', 'box', '--locked']);
  expect(refused.code).toBe(6);
  expect(refused.errors[0]).toMatchObject({ code: 'lock-differs' });
  expect(refused.errors[0]?.message).toContain('read changed, more is new, write was removed');
  const warned = await askInProcess(here, ['test', 'box']);
  expect([warned.code, JSON.stringify(warned.data)]).toEqual([0, expect.stringContaining('read changed')]);
});

test('serve --locked withholds what differs, also on a machine that never saw the server', async () => {
  const here = await project();
  await askInProcess(here, ['test', 'box']);
  await askInProcess(here, ['lock']);
  here.write('tools.txt', 'read reads differently\nwrite writes\nmore more\n');
  const host = {
    ...nodeHost(),
    home: here.env['HOME'] ?? '',
    cwd: here.project,
    env: { ...here.env, XDG_CACHE_HOME: here.path('~/other-cache') },
  };
  const locked = await readLock(host);
  const { gateway } = await openGateway(host, { isEager: true, ...(locked && { locked }) });
  onTestFinished(() => gateway.close());
  await expect.poll(() => gateway.health().servers[0]?.quarantined.toSorted()).toEqual(['more', 'read']);
});

test('another definition is refused before it is started', async () => {
  const here = await project();
  await askInProcess(here, ['lock']);
  here.write('plugboard.json', json({ servers: { box: { command: 'npx', args: ['evil@1.0.0'] } } }));
  const { code, errors } = await askInProcess(here, ['test', 'box', '--locked']);
  expect([code, errors[0]?.code]).toEqual([6, 'lock-differs']);
  const run = await askInProcess(here, ['run', '--servers', 'box', '--locked', '--dry-run']);
  expect(['lock-differs', 'approval-needed']).toContain(run.errors[0]?.code);
  const found = (await askInProcess(here, ['check'])).data.issues.map((one: { code: string }) => one.code);
  expect(found).toContain('lock-outdated');
});

test('run refuses or warns by the lock', async () => {
  const user = machine({ '~/.config/plugboard/plugboard.json': json({ servers: { mine: { command: 'node' } } }) });
  const args = ['run', '--servers', 'mine', '--dry-run'];
  expect((await askInProcess(user, [...args, '--locked'])).errors[0]).toMatchObject({ code: 'lock-missing' });
  user.write('plugboard.lock', json({ version: 1, servers: {} }));
  expect((await askInProcess(user, [...args, '--locked'])).errors[0]).toMatchObject({ code: 'lock-differs' });
  expect((await askInProcess(user, args)).code).toBe(0);
});

test('require.lock refuses what is not locked', async () => {
  const here = await project();
  here.write('plugboard.policy.json', json({ require: { lock: true } }));
  const refused = await askInProcess(here, ['test', 'box']);
  expect(refused.errors[0]).toMatchObject({ code: 'policy-denied' });
  expect(refused.errors[0]?.message).toContain('require.lock');
  await askInProcess(here, ['lock']);
  expect((await askInProcess(here, ['test', 'box'])).code).toBe(0);
});

test('packages are locked with the version and integrity of their registry', async () => {
  const { url } = await places({ '/@acme%2fserver/1.2.3': { version: '1.2.3', dist: { integrity: 'sha512-abc==' } } });
  const server = { command: 'npx', args: ['-y', '@acme/server@1.2.3'] };
  const here = machine({
    '.mcp.json': json({ mcpServers: { acme: server, gone: { command: 'npx', args: ['gone@1.0.0'] } } }),
  });
  const asked = { ...here, env: { ...here.env, npm_config_registry: url } };
  await approveAll(here);
  const { code, warnings } = await askInProcess(asked, ['lock']);
  expect(code).toBe(0);
  expect(warnings.map((one) => one.code)).toContain('lock-without-integrity');
  expect(JSON.parse(here.read('plugboard.lock')).servers).toMatchObject({
    acme: { package: 'npm:@acme/server@1.2.3', integrity: 'sha512-abc==' },
    gone: { package: 'npm:gone@1.0.0' },
  });
  here.write('.mcp.json', json({ mcpServers: { acme: server } }));
  const after = await askInProcess(asked, ['lock']);
  expect(after.data.servers).toMatchObject([
    { server: 'acme', change: 'same' },
    { server: 'gone', change: 'removed' },
  ]);
  expect((await askInProcess(asked, ['lock', '--update', 'nothing'])).code).toBe(4);
});

test.each(['{', '{"version": 2, "servers": {}}', '{"version": 1, "servers": {"a": {}}}'])(
  'the lock %s is invalid',
  async (text) => {
    const here = machine({ 'plugboard.lock': text, '.mcp.json': json({ mcpServers: {} }) });
    expect((await askInProcess(here, ['lock'])).errors[0]).toMatchObject({ code: 'document-malformed' });
    expect((await askInProcess(here, ['check'])).code).toBe(6);
    expect(here.read('plugboard.lock')).toBe(text);
  },
);
