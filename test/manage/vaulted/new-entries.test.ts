import { expect, it } from 'vitest';
import { approvalsOf, loadApprovalContext } from '../../../src/live/approvals/project-servers.ts';
import { planChange } from '../../../src/manage/pending/pending-change.ts';
import { type LauncherLine, readLauncher, servedName } from '../../../src/model/launcher/launcher-entry.ts';
import { runDefinition } from '../../../src/model/run-definition.ts';
import type { ServerToRun } from '../../../src/runtime/types.ts';
import { type SecretSubject, subjectsHere } from '../../../src/secrets/find/subjects.ts';
import { nodeHost } from '../../../src/store/host/node-host.ts';
import { notGivenTo } from '../../../src/store/vault/grants.ts';
import { readVaultIndex } from '../../../src/store/vault/vault-index.ts';
import { askInProcess } from '../../cli/support/in-process.ts';
import { catalog, type Machine } from '../../cli/support/machine.ts';
import { machineWithLauncher } from '../../secrets/support/machine-with-launcher.ts';
import { valuesGiven } from '../../secrets/support/values-given.ts';

const script = 'console.log(process.env.API_TOKEN)';
const value = 'ghp_canaryAAxxxxxxxxxxxxxxxxxxxx';
const box = { command: 'node', args: ['-e', script], env: { API_TOKEN: value, PLAIN: 'value' } };
const hub = { url: 'https://hub.example/mcp', headers: { Authorization: `Bearer ${value}`, 'X-Team': 'docs' } };

/** Of the desktop, of the terminal, with commands as values, and such as expand nothing. */
const clients = [
  'claude-code',
  'claude-desktop',
  'codex',
  'crush',
  'cursor',
  'goose',
  'omp',
  'opencode',
  'vscode',
  'zed',
];
const clientsFor = (name: string): string =>
  clients.filter((client) => name === 'box' || client !== 'claude-desktop').join(',');

/** The remote server does not name Claude Desktop, which has none. */
const catalogWith = (more: { readonly targets?: readonly string[] }): string => {
  const remote = more.targets && { targets: more.targets.filter((client) => client !== 'claude-desktop') };
  return `${JSON.stringify({ servers: { box: { ...box, ...more }, hub: { ...hub, ...remote } } }, undefined, 2)}\n`;
};

async function done(here: Machine, ...words: readonly string[]): Promise<void> {
  const { errors } = await askInProcess(here, [...words, '--yes']);
  expect(errors).toEqual([]);
}

/** The servers of the catalog are migrated, so that they refer to the vault. */
async function migrated(
  more: { readonly targets?: readonly string[] } = {},
  files: Readonly<Record<string, string>> = {},
): Promise<Machine> {
  const here = machineWithLauncher({ [catalog]: catalogWith(more), ...files });
  await done(here, 'secrets', 'migrate', '--to', 'file');
  return here;
}

const hostOf = (here: Machine): ReturnType<typeof nodeHost> => ({
  ...nodeHost(here.project),
  home: here.path('~/').replace(/\/$/, ''),
  env: here.env,
});

async function entriesOf(here: Machine): Promise<SecretSubject[]> {
  return (await subjectsHere(hostOf(here))).filter(({ client }) => clients.includes(client.id));
}

/** What each client starts or contacts, by client and name. */
async function formsIn(here: Machine): Promise<Record<string, string>> {
  const found = (await entriesOf(here)).map(({ client, name, server }) => [
    `${client.id} ${name}`,
    runDefinition(server),
  ]);
  return Object.fromEntries(found) as Record<string, string>;
}

async function drifting(here: Machine): Promise<unknown[]> {
  const { data } = await askInProcess(here, ['sync', '--check']);
  const compared = await askInProcess(here, ['diff']);
  const drift = data.cells.filter((cell: { drift: boolean }) => cell.drift);
  return [...drift, ...compared.data.cells.filter(({ state }: { state: string }) => state === 'differs')];
}

/** What a migration makes of plain entries in the files of all clients. */
async function expected(): Promise<Record<string, string>> {
  const here = machineWithLauncher({ [catalog]: catalogWith({ targets: clients }) });
  await done(here, 'sync');
  await done(here, 'secrets', 'migrate', '--to', 'file');
  expect(await drifting(here)).toEqual([]);
  return formsIn(here);
}

async function ungranted(here: Machine): Promise<readonly LauncherLine[]> {
  const index = await readVaultIndex(hostOf(here));
  const lines = (await entriesOf(here)).flatMap(({ server }) => readLauncher(server) ?? []);
  return lines.filter((line) => notGivenTo(index, line, hostOf(here)).length > 0);
}

it('a sync, a copy and an import write what a migration would have written, with its grant, and nothing drifts', async () => {
  // Claude Desktop has no remote servers.
  const forms = await expected();
  expect(Object.keys(forms)).toHaveLength(2 * clients.length - 1);
  expect(new Set(Object.values(forms)).size).toBeGreaterThanOrEqual(6);
  const text = JSON.stringify({
    mcpServers: {
      box: { ...box, env: { ...box.env, API_TOKEN: '${API_TOKEN}' } },
      hub: { ...hub, headers: { ...hub.headers, Authorization: 'Bearer ${API_TOKEN}' } },
    },
  });
  const ways: Readonly<Record<string, (here: Machine) => Promise<void>>> = {
    copy: async (here) => {
      for (const name of ['box', 'hub']) await done(here, 'copy', name, '--to', clientsFor(name));
    },
    import: async (here) => {
      for (const name of ['box', 'hub'])
        await done(here, 'import', here.path('~/servers.json'), name, '--to', clientsFor(name));
    },
  };
  for (const [way, carryOut] of Object.entries(ways)) {
    const here = await migrated({}, { '~/servers.json': text });
    await carryOut(here);
    expect([way, await formsIn(here)]).toEqual([way, forms]);
    expect(await ungranted(here)).toEqual([]);
  }
  const here = await migrated({ targets: clients });
  const { data } = await askInProcess(here, ['diff', 'cursor']);
  expect(JSON.stringify(data.cells)).toContain('{secret:API_TOKEN}');
  await done(here, 'sync');
  expect(await formsIn(here)).toEqual(forms);
  expect(await ungranted(here)).toEqual([]);
  expect(await drifting(here)).toEqual([]);
  const issues = (await askInProcess(here, ['doctor'])).data.issues as { code: string; server?: string }[];
  expect(issues.map(({ code }) => code)).toEqual(['transport-inferred']);
}, 120_000);

it('a launcher that a sync wrote gives the server its secret', async () => {
  const here = await migrated({ targets: ['claude-desktop'] });
  await done(here, 'sync');
  const desktop = (await entriesOf(here)).find(({ client, name }) => client.id === 'claude-desktop' && name === 'box');
  const { args = [], env = {} } = desktop?.server ?? {};
  expect(here.run(args.slice(args.indexOf('exec')), { env }).stdout.trim()).toBe(value);
});

it('an added server gets its form, and a remote one goes to the catalog, where the gateway finds it', async () => {
  const here = await migrated();
  const variable = ['-e', 'API_TOKEN=${API_TOKEN}'];
  await done(here, 'add', 'late', '--to', 'cursor,claude-code:project', ...variable, '--', 'node', '-e', script);
  await done(
    here,
    'add',
    'far',
    'https://far.example/mcp',
    '--to',
    'cursor',
    '-H',
    'Authorization: Bearer ${API_TOKEN}',
  );
  const entries = await entriesOf(here);
  const form = (name: string, client: string): string => {
    const { server = {} } = entries.find((one) => one.name === name && one.client.id === client) ?? {};
    return readLauncher(server) ? 'launcher' : servedName(server) === undefined ? 'reference' : 'gateway';
  };
  await done(here, 'sets', 'create', 'work', 'box');
  expect(here.read('~/.claude/mcp-configs/work.json')).toContain('{secret:API_TOKEN}');
  expect(form('late', 'cursor')).toBe('launcher');
  expect(form('late', 'claude-code')).toBe('reference');
  expect(form('far', 'cursor')).toBe('gateway');
  expect(JSON.parse(here.read(catalog))).toMatchObject({ servers: { far: { url: 'https://far.example/mcp' } } });
  expect(await ungranted(here)).toEqual([]);
}, 60_000);

it('a server of a project, and a launcher that had no secrets, get none by being written elsewhere', async () => {
  const late = { command: 'node', args: ['-e', script], env: { API_TOKEN: '${API_TOKEN}' } };
  const line = ['exec', 'own', '--', 'node', '-e', '1'];
  const own = { command: 'plugboard', args: line, env: { API_TOKEN: '{secret:API_TOKEN}' } };
  const here = await migrated(
    {},
    {
      '.mcp.json': JSON.stringify({ mcpServers: { late } }),
      '~/.codex/config.toml': '',
      '~/.claude.json': JSON.stringify({ mcpServers: { own } }),
    },
  );
  const shown = await askInProcess(here, [
    'copy',
    'late',
    '--from',
    'claude-code:project',
    '--to',
    'cursor',
    '--dry-run',
  ]);
  expect(shown.data.changes[0].diff).toContain('{secret:API_TOKEN}');
  expect(shown.errors).toEqual([]);
  await askInProcess(here, ['copy', 'late', '--from', 'claude-code:project', '--to', 'catalog', '--yes']);
  await done(here, 'copy', 'own', '--from', 'claude-code', '--to', 'cursor');
  const index = await readVaultIndex(hostOf(here));
  expect(index.grants.map(({ server }) => server)).toEqual(['box']);
  await done(here, 'copy', 'box', '--to', 'cursor');
  await done(here, 'copy', 'box', '--from', 'cursor', '--to', 'claude-code');
  // Behind the interpreter on Windows.
  expect(here.read('~/.claude.json')).toMatch(/"plugboard",(?:"args":\[)?"exec","box"/);
  expect((await ungranted(here)).map(({ server }) => server)).toEqual(['own', 'own']);
  // Nor by a way through our own files, whose servers may have any secret.
  await done(here, 'copy', 'own', '--from', 'claude-code', '--to', 'catalog');
  await done(here, 'sets', 'create', 'work', 'own');
  await done(here, 'copy', 'own', '--from', 'catalog', '--to', 'zed');
  await done(here, 'remove', 'own', '--from', 'catalog');
  await done(here, 'import', 'claude-code', 'own');
  await done(here, 'copy', 'own', '--from', 'catalog', '--to', 'goose');
  const { grants } = await readVaultIndex(hostOf(here));
  expect(grants.filter(({ server }) => server !== 'box')).toEqual([]);
}, 60_000);

it('an approved server of a project stays one in the catalog as far as secrets are concerned, and needs no other approval', async () => {
  const late = { command: 'node', args: ['-e', script], env: { API_TOKEN: '${API_TOKEN}' } };
  const here = await migrated({}, { '.mcp.json': JSON.stringify({ mcpServers: { late } }) });
  const host = hostOf(here);
  const copy = ['copy', 'late', '--from', 'claude-code:project', '--to', 'catalog'];
  const { data } = await askInProcess(here, ['approve']);
  const [{ fingerprint }] = data.pending as [{ fingerprint: string }];
  await done(here, 'approve', fingerprint);
  await done(here, ...copy);
  await done(here, 'copy', 'late', '--from', 'catalog', '--to', 'cursor');
  expect((await readVaultIndex(host)).grants.map(({ server }) => server)).toEqual(['box']);
  const { all } = await loadApprovalContext(host);
  const copied = all.find(({ name, origin }) => name === 'late' && origin?.client === 'canonical') as ServerToRun;
  expect(await approvalsOf(host).permissionFor(copied)).toBe('approved');
  const secrets = async (): Promise<object> => valuesGiven(host, copied, ['API_TOKEN']);
  expect(await secrets()).toEqual({});
  // The launcher in the file of Cursor is another definition, so that one of them is chosen.
  const { data: asked } = await askInProcess(here, ['secrets', 'allow', 'late', '--dry-run']);
  const given = asked.given as { id: string; definition: { command: string } }[];
  expect(given).toHaveLength(2);
  await done(here, 'secrets', 'allow', 'late', given.find((one) => one.definition.command === 'node')?.id ?? '');
  expect(await secrets()).toEqual({ API_TOKEN: value });
}, 60_000);

it('a definition that an assistant wrote gets no secret with its plan, and one of the catalog gets its own', async () => {
  const here = await migrated();
  const host = hostOf(here);
  const definition = { command: 'node', args: ['x.js'], env: { API_TOKEN: '${API_TOKEN}' } };
  const by = { askedBy: 'test' };
  const added = await planChange(host, { action: 'add', server: 'new', definition, to: ['cursor'] }, by);
  expect(added.plan.changes.map(({ after }) => after).join('')).toContain('{secret:API_TOKEN}');
  expect(added.plan.grants).toBeUndefined();
  const copied = await planChange(host, { action: 'copy', server: 'box', to: ['cursor'] }, by);
  expect(copied.plan.grants?.map(({ server }) => server)).toEqual(['box']);
}, 60_000);
