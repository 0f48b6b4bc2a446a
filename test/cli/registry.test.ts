import { expect, test } from 'vitest';
import { registryServer, type RegistryServer } from '../registry/support/registry-server.ts';
import { listed, samples } from '../registry/support/sample-servers.ts';
import { askInProcess } from './support/in-process.ts';
import { catalog, type Machine, machine } from './support/machine.ts';

const weather = 'io.github.acme/weather-mcp';
const key = 'WEATHER_API_KEY=${WEATHER_API_KEY}';

/** A machine whose catalog names a registry. */
async function here(): Promise<{ here: Machine; registry: RegistryServer }> {
  const registry = await registryServer(samples);
  return { here: machine({ [catalog]: JSON.stringify({ registries: [registry.url] }) }), registry };
}

const serversIn = (one: Machine): Record<string, unknown> =>
  (JSON.parse(one.read(catalog) ?? '{}') as { servers: Record<string, unknown> }).servers;

test('the commands of hints name the registry and the clients that were given', async () => {
  const { here: one, registry } = await here();
  const where = ['--registry', registry.url];
  const noIndex = await askInProcess(one, ['registry', 'search', 'x', '--offline', ...where]);
  expect(noIndex.errors).toMatchObject([
    { hint: expect.stringContaining(`registry refresh --registry ${registry.url}`) },
  ]);
  const missing = await askInProcess(one, ['registry', 'install', weather, '--to', 'cursor', ...where]);
  expect(missing.errors).toMatchObject([{ hint: expect.stringContaining(`--to cursor --registry ${registry.url}`) }]);
  registry.close();
  registry.intercept = (_, response) => response.writeHead(400).end() !== undefined;
  const unread = await askInProcess(one, ['registry', 'search', 'x', ...where]);
  expect(unread.errors).toMatchObject([{ code: 'registry-unreachable', hint: expect.any(String) }]);
});

test('search, show, install, outdated and update', async () => {
  const { here: one, registry } = await here();
  const found = await askInProcess(one, ['registry', 'search', 'forecast', 'weather']);
  expect(found).toMatchObject({ code: 0, data: { total: 1, servers: [{ name: weather, offers: ['npm'] }] } });
  const shown = await askInProcess(one, ['registry', 'show', weather]);
  expect(shown.data).toMatchObject({ version: '1.4.2', document: { 'x-unknown': { kept: true } } });
  // Without a terminal, what is missing is an error, and the command that it prints works.
  const missing = await askInProcess(one, ['registry', 'install', weather, '--to', 'cursor']);
  const hint = `complete this and run it: plugboard registry install ${weather} --to cursor --input '${key}'`;
  expect(missing).toMatchObject({ code: 2, errors: [{ code: 'registry-inputs-invalid', hint }] });
  const planned = await askInProcess(one, ['registry', 'install', weather, '--input', key, '--dry-run']);
  expect(planned).toMatchObject({ code: 0, data: { written: false, install: { name: weather, offer: 'npm' } } });
  expect(serversIn(one)).toBeUndefined();
  const installed = await askInProcess(one, ['registry', 'install', weather, '--input', key, '--as', 'sky']);
  expect(installed).toMatchObject({ code: 0, data: { written: true, servers: [{ name: 'sky' }] } });
  expect((await askInProcess(one, ['registry', 'outdated'])).data.servers).toMatchObject([{ state: 'current' }]);

  const next = JSON.parse(JSON.stringify(samples[0]?.server).replaceAll('1.4.2', '1.5.0')) as Record<string, unknown>;
  registry.entries = [...samples.slice(1), listed(weather, next, { updatedAt: new Date().toISOString() })];
  expect((await askInProcess(one, ['registry', 'refresh'])).code).toBe(0);
  registry.close();
  // Known offline from the index.
  expect(await askInProcess(one, ['registry', 'outdated', '--offline'])).toMatchObject({
    code: 6,
    data: { servers: [{ name: 'sky', installed: '1.4.2', latest: '1.5.0', state: 'outdated' }] },
  });
  expect((await askInProcess(one, ['registry', 'update', '--offline', '--dry-run'])).data.written).toBe(false);
  expect((await askInProcess(one, ['registry', 'update', 'sky', '--offline'])).data.updates).toMatchObject([
    { name: 'sky', updated: true },
  ]);
  expect(serversIn(one)['sky']).toMatchObject({
    args: ['-y', '@acme/weather-mcp@1.5.0', '--units', 'metric'],
    env: { WEATHER_API_KEY: '${WEATHER_API_KEY}' },
    package: { version: '1.5.0', server: weather },
  });
  expect((await askInProcess(one, ['registry', 'outdated', '--offline'])).code).toBe(0);
});

test('a server whose command the user changed is not updated', async () => {
  const { here: one, registry } = await here();
  await askInProcess(one, ['add', 'io.github.acme/notes']);
  one.write(catalog, (one.read(catalog) ?? '').replace('acme-notes@0.9.0', 'acme-notes@0.8.0'));
  const newer = JSON.parse(JSON.stringify(samples[1]?.server).replaceAll('0.9.0', '0.9.1')) as Record<string, unknown>;
  registry.entries = [listed('io.github.acme/notes', newer)];
  const { data } = await askInProcess(one, ['registry', 'update']);
  expect(data.title).not.toMatch(/ $/);
  expect(data).toMatchObject({ written: false, updates: [{ name: 'notes', updated: false, left: 'edited' }] });
});

test('add takes a name of the registry, and nothing else changes its meaning', async () => {
  const { here: one } = await here();
  const added = await askInProcess(one, ['add', 'io.github.acme/notes', '--to', 'cursor']);
  expect(added).toMatchObject({ code: 0, data: { written: true, install: { namespace: 'io.github.acme' } } });
  expect(one.read('~/.cursor/mcp.json')).toContain('acme-notes@0.9.0');
  expect((await askInProcess(one, ['add', 'mine', 'io.github.acme/notes@0.9.0'])).data.servers).toMatchObject([
    { name: 'mine' },
  ]);
  const wrong = [
    ['add', 'io.github.acme/notes', '-e', 'A=1'],
    ['add', 'plain', '--input', 'a=1', '--', 'npx', 'x'],
    ['add', './some/path'],
    ['registry', 'serch'],
    ['registry', 'install', weather, '--input', 'nonsense'],
  ];
  for (const args of wrong) expect({ args, code: (await askInProcess(one, args)).code }).toEqual({ args, code: 2 });
  expect((await askInProcess(one, ['add', 'com.example/none'])).errors).toMatchObject([
    { code: 'registry-server-unknown' },
  ]);
});

test('a policy refuses a namespace wherever the server would be written', async () => {
  const { here: one } = await here();
  const rule = { id: 'no-acme', deny: { registry: ['io.github.acme/*'] } };
  one.write('~/.config/plugboard/policy.json', JSON.stringify({ rules: [rule] }));
  for (const to of ['cursor', 'canonical'])
    expect((await askInProcess(one, ['registry', 'install', 'io.github.acme/notes', '--to', to])).errors).toMatchObject(
      [{ code: 'policy-denied', message: expect.stringContaining('no-acme') }],
    );
});
