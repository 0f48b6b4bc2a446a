import { renameSync } from 'node:fs';
import { expect, it } from 'vitest';
import { askInProcess } from '../../cli/support/in-process.ts';
import { leaksOf, machineWithLauncher } from '../support/machine-with-launcher.ts';

const file = '~/.claude.json';
const text = JSON.stringify({ mcpServers: { box: { command: 'x', env: { API_TOKEN: 'canary-9x8y7z6w5v4u' } } } });

it('an undo of a restore leaves no readable copy of what was restored, and a missing key stops a restore', async () => {
  const here = machineWithLauncher({ [file]: text });
  const { data } = await askInProcess(here, ['secrets', 'migrate', '--yes']);
  const migrated = here.read(file);
  await askInProcess(here, ['backup', 'restore', data.id as string, '--yes']);
  expect(here.read(file)).toBe(text);
  await askInProcess(here, ['undo', '--yes']);
  expect(here.read(file)).toBe(migrated);
  expect(leaksOf(here)).toEqual([]);
  const key = here.path('~/.local/share/plugboard/credentials.key');
  renameSync(key, `${key}.away`);
  // In a process of its own: keys are cached.
  const { code, stderr } = here.run(['backup', 'restore', data.id as string, '--yes']);
  expect({ code, stderr }).toMatchObject({ code: 1, stderr: expect.stringContaining('encrypted') as string });
  expect(here.read(file)).toBe(migrated);
});

it('undo says which values the vault has otherwise, because they were replaced or removed since', async () => {
  const here = machineWithLauncher({ [file]: text });
  await askInProcess(here, ['secrets', 'migrate', '--yes']);
  expect((await askInProcess(here, ['undo', '--yes'])).data).toMatchObject({ keptInVault: true, differing: [] });
  await askInProcess(here, ['secrets', 'migrate', '--yes']);
  here.run(['secrets', 'rotate', 'API_TOKEN'], { input: 'another' });
  const { data } = await askInProcess(here, ['undo', '--yes']);
  expect(here.read(file)).toBe(text);
  expect(data).toMatchObject({ differing: [{ server: 'box', field: 'env.API_TOKEN', file: here.path(file) }] });
});
