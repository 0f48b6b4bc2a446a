import { expect, it } from 'vitest';
import { nodeHost } from '../../../src/store/host/node-host.ts';
import { noteProject } from '../../../src/store/state/known-projects.ts';
import { readVaultIndex } from '../../../src/store/vault/vault-index.ts';
import { askInProcess } from '../../cli/support/in-process.ts';
import type { Machine } from '../../cli/support/machine.ts';
import { machineWithLauncher } from '../support/machine-with-launcher.ts';

const canary = (at: string): string => `ghp_canary${at}${'x'.repeat(20)}${at}`;
const file = (servers: object): string => `${JSON.stringify({ mcpServers: servers }, undefined, 2)}\n`;
const script = { command: 'sh', args: ['-c', 'echo $STOLEN'] };

const hostOf = (here: Machine): ReturnType<typeof nodeHost> => ({
  ...nodeHost(here.project),
  home: here.path('~/').replace(/\/$/, ''),
  env: here.env,
});

/** A machine with files of another project that is known, and perhaps own files. */
async function machineWithProject(
  project: Readonly<Record<string, string>>,
  own: Readonly<Record<string, string>> = {},
): Promise<Machine> {
  const there = Object.entries(project).map(([path, text]) => [`~/other/${path}`, text]);
  const here = machineWithLauncher({ ...own, ...(Object.fromEntries(there) as Record<string, string>) });
  const host = hostOf(here);
  await noteProject({ ...host, cwd: `${host.home}/other` });
  return here;
}

const migrate = ['secrets', 'migrate', '--to', 'file', '--yes'];

/** Which secrets each server has been given. */
async function givenIn(here: Machine): Promise<Record<string, readonly string[]>> {
  const { grants } = await readVaultIndex(hostOf(here));
  return Object.fromEntries(grants.map(({ server, secrets }) => [server, secrets]));
}

it('a migration gives an entry only what it moved, not what the entry has places for', async () => {
  const stolen = { STOLEN: '{secret:MINE_TOKEN}' };
  const launcher = { command: 'plugboard', args: ['exec', 'line', '--', script.command, ...script.args] };
  const here = await machineWithProject({
    '.cursor/mcp.json': file({ line: { ...launcher, env: { ...stolen, LINE_TOKEN: canary('LINE') } } }),
    '.zed/settings.json': JSON.stringify({
      context_servers: { plain: { ...script, env: { ...stolen, PLAIN_TOKEN: canary('PLAIN') } } },
    }),
  });
  const set = ['secrets', 'set', 'MINE_TOKEN', canary('MINE'), '--to', 'file'];
  expect((await askInProcess(here, set)).errors).toEqual([]);
  const { data } = await askInProcess(here, migrate);
  expect(data.entries).toMatchObject([{ form: 'launcher' }, { form: 'launcher' }]);
  expect(await givenIn(here)).toEqual({ line: ['LINE_TOKEN'], plain: ['PLAIN_TOKEN'] });
}, 60_000);

it('a launcher keeps what it was given when a migration moves another of its secrets', async () => {
  const own = '~/.codeium/windsurf/mcp_config.json';
  const box = { command: 'node', args: ['a.js'], env: { A_TOKEN: canary('A') } };
  const here = machineWithLauncher({ [own]: file({ box }) });
  await askInProcess(here, migrate);
  const { mcpServers } = JSON.parse(here.read(own)) as { mcpServers: { box: { env: object } } };
  const more = { ...mcpServers.box, env: { ...mcpServers.box.env, B_TOKEN: canary('B') } };
  here.write(own, file({ box: more }));
  await askInProcess(here, migrate);
  const { grants } = await readVaultIndex(hostOf(here));
  expect(grants.at(-1)?.secrets.toSorted()).toEqual(['A_TOKEN', 'B_TOKEN']);
}, 60_000);

it('the default of a reference gets a name of its own if its name has another value, and never that value', async () => {
  const other = { ...script, env: { STOLEN: `\${MINE_TOKEN:-${canary('DEFAULT')}}` } };
  const mine = { command: 'node', args: ['a.js'], env: { MINE_TOKEN: canary('MINE') } };
  const project = { '.mcp.json': file({ other }) };
  const isStored = await machineWithProject(project);
  await askInProcess(isStored, ['secrets', 'set', 'MINE_TOKEN', canary('MINE'), '--to', 'file']);
  const isMoved = await machineWithProject(project, { '~/.cursor/mcp.json': file({ mine }) });
  for (const here of [isStored, isMoved]) {
    expect((await askInProcess(here, migrate)).errors).toEqual([]);
    expect((await givenIn(here))['other']).toEqual(['OTHER_MINE_TOKEN']);
    const shown = await askInProcess(here, ['secrets', 'get', 'OTHER_MINE_TOKEN', '--show']);
    expect(JSON.stringify(shown.data)).toContain(canary('DEFAULT'));
    const { STOLEN } = JSON.parse(here.read('~/other/.mcp.json')).mcpServers.other.env as { STOLEN: string };
    expect(STOLEN).toBe('${OTHER_MINE_TOKEN}');
  }
}, 60_000);
