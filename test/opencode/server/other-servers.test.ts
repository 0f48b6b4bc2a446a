import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterEach, expect, it } from 'vitest';
import { newLease } from '../../../src/opencode/server/lease.ts';
import { endOrphans, otherServers } from '../../../src/opencode/server/other-servers.ts';
import { ServerFiles, type ServerRecord } from '../../../src/opencode/server/server-record.ts';
import { type Box, box } from '../../store/support/box.ts';

const children: ChildProcess[] = [];

afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

/** A process that represents a server, and its record. */
async function server({ host }: Box, key: string, changes: Partial<ServerRecord> = {}): Promise<ChildProcess> {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
  children.push(child);
  await once(child, 'spawn');
  const files = new ServerFiles(host, key);
  await files.prepare();
  const { machine, startOf } = host.processes;
  const pid = child.pid ?? 0;
  const address = { url: `http://127.0.0.1:9/${key}`, password: 'x' };
  files.write({ machine, pid, start: startOf(pid) ?? '', ...address, leases: [newLease(host)], ...changes });
  return child;
}

const gone = { id: 'gone', pid: 999_999_999, start: '1' };

it('are those that clients use, but for the own one', async () => {
  const here = box();
  await server(here, 'own');
  await server(here, 'other');
  await server(here, 'unused', { leases: [gone] });
  await server(here, 'elsewhere', { machine: 'another' });
  const { folder } = new ServerFiles(here.host, 'own');
  expect(await otherServers(here.host, folder)).toMatchObject([{ url: 'http://127.0.0.1:9/other', managed: true }]);
  expect(await otherServers(here.host, undefined)).toHaveLength(2);
});

it('are ended when all their clients were killed', async () => {
  const here = box();
  const own = await server(here, 'own', { leases: [gone] });
  const used = await server(here, 'used');
  const elsewhere = await server(here, 'elsewhere', { machine: 'another', leases: [gone] });
  const orphan = await server(here, 'orphan', { leases: [gone] });
  const ended = once(orphan, 'exit');
  await endOrphans(here.host, new ServerFiles(here.host, 'own').folder);
  await ended;
  expect([own, used, elsewhere].map(({ exitCode, signalCode }) => exitCode ?? signalCode)).toEqual([null, null, null]);
  expect(await new ServerFiles(here.host, 'orphan').read()).toBeUndefined();
  expect(await new ServerFiles(here.host, 'elsewhere').read()).toBeDefined();
});
