import { expect, it } from 'vitest';
import { askInProcess } from '../../cli/support/in-process.ts';
import type { Machine } from '../../cli/support/machine.ts';
import { machineWithLauncher } from '../../secrets/support/machine-with-launcher.ts';

const file = '~/.claude.json';
const local = { command: process.execPath, args: ['--version'], env: { API_TOKEN: 'canary-9x8y7z6w5v4u' } };
const remote = {
  type: 'http',
  url: 'https://mcp.example.com/mcp',
  headers: { Authorization: 'Bearer canary-8w7v6u5t4s3' },
};

async function codesIn(here: Machine): Promise<string[]> {
  const { data } = await askInProcess<{ issues: { code: string; server?: string }[] }>(here, ['doctor']);
  return data.issues.filter(({ server }) => server !== undefined).map(({ code, server }) => `${server} ${code}`);
}

it('launchers without their secrets, and entries that serve nothing, are reported', async () => {
  const here = machineWithLauncher({ [file]: JSON.stringify({ mcpServers: { loc: local, rem: remote } }) });
  await askInProcess(here, ['secrets', 'migrate', '--yes']);
  expect(await codesIn(here)).toEqual([]);
  here.write(file, here.read(file).replace('--version', '--help'));
  await askInProcess(here, ['rename', 'rem', 'other', '--yes']);
  expect(await codesIn(here)).toEqual(['loc secret-withheld', 'rem served-missing']);
  await askInProcess(here, ['secrets', 'allow', 'loc', '--yes']);
  await askInProcess(here, ['rename', 'other', 'rem', '--yes']);
  expect(await codesIn(here)).toEqual([]);
  await askInProcess(here, ['secrets', 'remove', 'API_TOKEN', '--force', '--yes']);
  expect(await codesIn(here)).toEqual(['loc secret-missing']);
});
