import { expect, it } from 'vitest';
import { readLauncher } from '../../../src/model/launcher/launcher-entry.ts';
import { subjectsHere } from '../../../src/secrets/find/subjects.ts';
import { nodeHost } from '../../../src/store/host/node-host.ts';
import { askInProcess } from '../../cli/support/in-process.ts';
import { type Machine, machine } from '../../cli/support/machine.ts';
import { leaksOf, machineWithLauncher } from '../support/machine-with-launcher.ts';

/** Different in each place; none contains another. */
const canary = (at: string): string => `ghp_canary${at}${'x'.repeat(20)}${at}`;
const show = 'console.log(process.env.API_TOKEN, process.argv.slice(1).join(" "))';

const local = (at: string, more: object = {}): object => ({
  command: 'node',
  args: ['-e', show, '--', '--api-key', canary(`${at}K`)],
  env: { API_TOKEN: canary(at), PLAIN: 'value' },
  ...more,
});
const remote = (at: string): object => ({
  url: 'https://hub.example/mcp',
  headers: { Authorization: `Bearer ${canary(at)}`, 'X-Team': 'docs' },
});
const mcpServers = (at: string, more: object = {}): string =>
  `${JSON.stringify({ theme: 'dark', mcpServers: { [`s${at}`]: local(at, more) } }, undefined, 2)}\n`;

/** Twelve clients, a set, the catalog and a project. */
const files: Readonly<Record<string, string>> = {
  '~/.claude.json': mcpServers('01'),
  '~/.config/Claude/claude_desktop_config.json': mcpServers('02'),
  '~/.cursor/mcp.json': `{\n  // mine\n  "mcpServers": { "s03": ${JSON.stringify(local('03'))}, "r03": ${JSON.stringify(remote('03R'))} },\n}\n`,
  '~/.codex/config.toml': [
    '# mine',
    'model = "x"',
    '[mcp_servers.s04]',
    'command = "node"',
    `args = ["-e", ${JSON.stringify(show)}, "--", "--api-key", "${canary('04K')}"]`,
    `env = { API_TOKEN = "${canary('04')}" } # here`,
    '',
  ].join('\n'),
  '~/.config/opencode/opencode.json': JSON.stringify({
    mcp: { s05: { type: 'local', command: ['node', '-e', show], environment: { API_TOKEN: canary('05') } } },
  }),
  '~/.config/Code/User/mcp.json': JSON.stringify({
    servers: { s06: local('06'), r06: { type: 'http', ...remote('06R') } },
  }),
  '~/.gemini/settings.json': mcpServers('07'),
  '~/.config/zed/settings.json': JSON.stringify({ context_servers: { s08: local('08') } }),
  '~/.codeium/windsurf/mcp_config.json': mcpServers('09'),
  '~/.config/goose/config.yaml': [
    'extensions:',
    '  s10:',
    '    name: s10',
    '    type: stdio',
    '    enabled: true',
    '    description: mine # kept',
    '    cmd: node',
    '    args: ["-e", "1"]',
    '    envs:',
    `      API_TOKEN: ${canary('10')}`,
    '',
  ].join('\n'),
  '~/.config/crush/crush.json': JSON.stringify({ mcp: { s11: { type: 'stdio', ...local('11') } } }),
  '~/.omp/agent/mcp.json': mcpServers('12'),
  '~/.config/plugboard/plugboard.json': JSON.stringify({ servers: { s13: local('13') } }),
  '.mcp.json': mcpServers('14'),
};

const prepared = (): Machine => machineWithLauncher(files);

const contents = (here: Machine): string[] => Object.keys(files).map((name) => here.read(name));

it('no file of 12 clients keeps a secret, every server is found and started with it, and undo restores every byte', async () => {
  const here = prepared();
  // An older change, whose backup has the values.
  expect((await askInProcess(here, ['disable', 's02', '--in', 'claude-desktop'])).code).toBe(0);
  expect((await askInProcess(here, ['add', 'late', '--to', 'cursor', '--', 'node'])).code).toBe(0);
  const before = contents(here);
  const names = async (): Promise<string[]> => {
    const { data } = await askInProcess(here, ['list']);
    return data.servers.map((one: { name: string; client: string }) => `${one.name} ${one.client}`);
  };
  const listed = await names();
  const found = await askInProcess(here, ['secrets', 'scan']);
  expect(found.code).toBe(6);
  expect(new Set(found.data.secrets.map(({ client }: { client: string }) => client)).size).toBeGreaterThanOrEqual(13);
  expect(JSON.stringify(found)).not.toContain('canary');

  const moved = await askInProcess(here, ['secrets', 'migrate', '--to', 'file', '--yes']);
  expect(moved).toMatchObject({ code: 0, data: { left: [] } });
  expect(JSON.stringify(moved)).not.toContain('canary');
  const forms = Object.fromEntries(
    moved.data.entries.map((one: { server: string; form: string }) => [one.server, one.form]),
  );
  expect(forms).toMatchObject({ s01: 'launcher', s03: 'launcher', r03: 'gateway', s13: 'reference', s14: 'reference' });
  expect(leaksOf(here)).toEqual([]);
  expect((await askInProcess(here, ['secrets', 'scan'])).data.secrets).toEqual([]);
  expect(await names()).toEqual(expect.arrayContaining(listed));

  const host = { ...nodeHost(here.project), home: here.path('~/').replace(/\/$/, ''), env: here.env };
  const launchers = (await subjectsHere(host)).filter(({ server }) => readLauncher(server));
  expect(launchers.length).toBeGreaterThanOrEqual(9);
  for (const { name, server } of launchers.filter(({ name: one }) => /^s(?:02|04|08)$/.test(one))) {
    const at = name.slice(1);
    const words = server.args?.slice(server.args.indexOf('exec')) ?? [];
    const { stdout, stderr } = here.run(words, { env: server.env ?? {} });
    expect(stderr).toBe('');
    expect(stdout.trim()).toBe(`${canary(at)} --api-key ${canary(`${at}K`)}`);
  }

  const history = [here.run(['history']), here.run(['history', '--json']), here.run(['backup'])];
  expect(JSON.stringify(history)).not.toContain('canary');
  const back = await askInProcess(here, ['undo', '--yes']);
  expect(back).toMatchObject({ code: 0, data: { keptInVault: true } });
  expect(contents(here)).toEqual(before);
  expect((await askInProcess(here, ['undo', back.data.id, '--yes'])).code).toBe(0);
  expect(leaksOf(here)).toEqual([]);
}, 120_000);

it('moves only what is named, and one value gets one name', async () => {
  const shared = canary('AA');
  const entry = (key: string): object => ({ command: 'node', args: ['x'], env: { [key]: shared } });
  const here = machine({
    '~/.cursor/mcp.json': JSON.stringify({ mcpServers: { one: entry('FIRST_TOKEN'), two: entry('SECOND_TOKEN') } }),
    '~/.claude.json': JSON.stringify({
      mcpServers: { three: { command: 'node', env: { FIRST_TOKEN: canary('BB') } } },
    }),
  });
  const env = { ...here.env, DBUS_SESSION_BUS_ADDRESS: 'disabled:' };
  const first = await askInProcess({ ...here, env }, ['secrets', 'migrate', 'one', 'two', '--yes']);
  expect(first.data.stored).toEqual(['FIRST_TOKEN']);
  expect(here.read('~/.claude.json')).toContain('canaryBB');
  const second = await askInProcess({ ...here, env }, ['secrets', 'migrate', '--yes']);
  expect(second.data.stored).toEqual(['THREE_FIRST_TOKEN']);
  const { data } = await askInProcess({ ...here, env }, ['secrets', 'list']);
  const used = data.secrets.map((one: { name: string; usedBy: { server: string }[] }) => [
    one.name,
    one.usedBy.map(({ server }) => server),
  ]);
  expect(used).toEqual([
    ['FIRST_TOKEN', ['one', 'two']],
    ['THREE_FIRST_TOKEN', ['three']],
  ]);
}, 60_000);

it('with an env file, clients of the terminal get references and those of the desktop the launcher', async () => {
  const here = machine({ '~/.claude.json': mcpServers('01'), '~/.cursor/mcp.json': mcpServers('03') });
  const env = { ...here.env, DBUS_SESSION_BUS_ADDRESS: 'disabled:' };
  const { data } = await askInProcess({ ...here, env }, ['secrets', 'migrate', '--to', 'env-file', '--yes']);
  expect(data.entries.map((one: { client: string; form: string }) => [one.client, one.form]).toSorted()).toEqual([
    ['claude-code', 'reference'],
    ['cursor', 'launcher'],
  ]);
  expect(here.read('~/.claude.json')).toContain('"API_TOKEN": "${API_TOKEN}"');
  expect(here.read('~/.config/plugboard/secrets.env')).toContain(`API_TOKEN=${canary('01')}`);
}, 60_000);
