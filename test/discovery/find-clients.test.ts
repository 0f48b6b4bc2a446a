import { expect, it } from 'vitest';
import { clients } from '../../src/clients/registry.ts';
import { isInstalled } from '../../src/discovery/find-clients.ts';
import type { Host } from '../../src/model/host.ts';
import { world } from './support/world.ts';

/** A client whose program is the only trace of it. */
const client = Object.values(clients).find(({ programs }) => programs?.includes('codex'));

function onMachine(file: string, env: Host['env'], platform: Host['platform']): Promise<boolean> {
  if (!client) throw new Error('no such client');
  return isInstalled(client, { ...world({ [file]: '' }).host, env, platform });
}

it('finds a program as the system would', async () => {
  expect(await onMachine('/usr/bin/codex', { PATH: '/bin:/usr/bin/' }, 'linux')).toBe(true);
  expect(await onMachine('/usr/bin/codex', { PATH: '/bin' }, 'linux')).toBe(false);
});

it.each([
  ['a variable in other case', { Path: 'C:\\Tools' }],
  ['a quoted entry', { PATH: 'C:\\Other;"C:\\Tools"' }],
  ['an extension of PATHEXT', { PATH: 'C:\\Tools', PATHEXT: '.COM;.EXE' }],
])('finds a program on Windows: %s', async (_, env) => {
  expect(await onMachine('C:/Tools/codex.exe', env, 'win32')).toBe(true);
});
