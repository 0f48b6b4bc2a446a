import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { planInstall } from '../../../src/manage/registry/plan-install.ts';
import { prepareInstall } from '../../../src/manage/registry/prepare-install.ts';
import { searchRegistry } from '../../../src/manage/registry/search-registry.ts';
import { showRegistryServer } from '../../../src/manage/registry/show-registry-server.ts';
import { applyPlan } from '../../../src/store/write/apply-plan.ts';
import { registryServer } from '../../registry/support/registry-server.ts';
import { samples } from '../../registry/support/sample-servers.ts';
import { target, workspace } from '../support/workspace.ts';
import { definition, here, npm } from './support/install.ts';

const catalog = '~/.config/plugboard/plugboard.json';
const key: [string, string[]] = ['WEATHER_API_KEY', ['${WEATHER_API_KEY}']];

test('an installed server is pinned, keeps its secrets as references, and only the catalog says where it came from', async () => {
  const place = await here();
  const planned = await planInstall(place.host, {
    name: 'io.github.acme/weather-mcp',
    registries: [place.registry.url],
    inputs: new Map([key, ['city', ['Bern', 'Oslo']]]),
    targets: [target('canonical:user'), target('cursor:user')],
  });
  expect(planned.plan).toMatchObject({ losses: [], unwritten: [], servers: ['weather'] });
  await applyPlan(place.host, planned.plan);
  const written = {
    command: 'npx',
    args: ['-y', '@acme/weather-mcp@1.4.2', '--units', 'metric', 'Bern', 'Oslo'],
    env: { WEATHER_API_KEY: '${WEATHER_API_KEY}', LOG_LEVEL: 'info' },
  };
  const name = 'io.github.acme/weather-mcp';
  const origin = { registry: 'npm', name: '@acme/weather-mcp', version: '1.4.2', server: name };
  expect(JSON.parse(place.read(catalog) ?? '')).toEqual({
    servers: { weather: { ...written, package: { ...origin, source: place.registry.url } } },
  });
  expect(place.read('~/.cursor/mcp.json')).not.toContain('io.github');
  // The same again is refused, and so is another server that would get the same name.
  await expect(
    planInstall(place.host, {
      ...planned.found,
      registries: [place.registry.url],
      inputs: new Map([key]),
      targets: [target('canonical:user')],
    }),
  ).rejects.toMatchObject({ code: 'server-exists' });
});

test('every kind of package and remote becomes its command line or address', async () => {
  const place = await here();
  expect(await definition(place, 'io.github.acme/notes')).toEqual({
    command: 'uvx',
    args: ['acme-notes@0.9.0', 'serve'],
  });
  expect(await definition(place, 'com.example/database', { source: '/srv/data', password: '${DB_PASSWORD}' })).toEqual({
    command: 'docker',
    args: 'run -i --rm --mount type=bind,src=/srv/data,dst=/data -e DATABASE_URL ghcr.io/example/database:2.0.1'.split(
      ' ',
    ),
    env: { DATABASE_URL: 'postgres://reader:${DB_PASSWORD}@db/main' },
  });
  expect(await definition(place, 'com.example/sample-dotnet')).toEqual({
    command: 'dnx',
    args: ['Example.SampleMcpServer@0.5.0', '--yes', '--', 'mcp'],
  });
  expect(await definition(place, 'com.example/tracker', { token: '${TOKEN}', region: 'eu' })).toEqual({
    url: 'https://eu.tracker.example.com/mcp',
    headers: { Authorization: 'Bearer ${TOKEN}' },
  });
  expect(await definition(place, 'com.example/tracker', {}, { offer: 'sse' })).toEqual({
    transport: 'sse',
    url: 'https://mcp.tracker.example.com/sse',
  });
});

test('inputs that are missing or wrong are named all at once, with a command line that works', async () => {
  const place = await here();
  const failure = await prepareInstall(place.host, {
    name: 'io.github.acme/weather-mcp',
    registries: [place.registry.url],
    words: ['--registry', place.registry.url, '--to', 'cursor'],
    inputs: new Map([
      ['units', ['kelvin']],
      ['nonsense', ['1']],
    ]),
  }).catch((error: unknown) => error);
  expect(failure).toMatchObject({
    code: 'registry-inputs-invalid',
    data: {
      inputs: [
        { id: 'nonsense', problem: 'unknown' },
        { id: 'units', problem: 'choice', choices: ['metric', 'imperial'] },
        { id: 'WEATHER_API_KEY', problem: 'missing', description: 'Key from weather.example.com' },
      ],
      command: `plugboard registry install io.github.acme/weather-mcp --registry ${place.registry.url} --to cursor --input units=metric --input 'WEATHER_API_KEY=\${WEATHER_API_KEY}'`,
    },
  });
});

test('warnings name what a person should look at', async () => {
  const day = new Date().toISOString();
  const place = await here(
    [
      'com.example/risky',
      npm({
        registryBaseUrl: 'https://npm.evil.test',
        runtimeHint: 'bash',
        version: undefined,
        environmentVariables: [{ name: 'NODE_OPTIONS' }],
        packageArguments: [{ type: 'positional', value: 'sh' }],
      }),
      { publishedAt: day, status: 'deprecated', statusMessage: 'use \u202eanother' },
    ],
    ['com.example/r1sky', npm({})],
    ['com.example/gone', npm({}), { status: 'deleted' }],
  );
  const registries = [place.registry.url];
  await searchRegistry(place.host, { query: '', registries });
  const { warnings } = await prepareInstall(place.host, {
    name: 'com.example/risky',
    registries,
    inputs: new Map([['NODE_OPTIONS', ['--require x']]]),
  });
  expect(warnings.map(({ code, what }) => `${code} ${what}`)).toEqual([
    'deprecated use \ufffdanother',
    `new ${day}`,
    'unpinned fine',
    'package-place https://npm.evil.test',
    'runtime-ignored bash',
    'shell sh',
    'loads-code NODE_OPTIONS',
    'look-alike com.example/r1sky',
  ]);
  await expect(
    prepareInstall(place.host, { name: 'com.example/gone', version: '1.0.0', registries }),
  ).rejects.toMatchObject({ code: 'registry-server-deleted' });
});

test('a server is shown with its versions, offers and inputs, and unknown fields survive', async () => {
  const name = 'io.github.acme/weather-mcp';
  const place = await here([name, { version: '1.4.1' }, { isLatest: false, status: 'deprecated' }]);
  const registries = [place.registry.url];
  await searchRegistry(place.host, { query: '', registries });
  const shown = await showRegistryServer(place.host, { name, registries });
  expect(shown).toMatchObject({
    namespace: 'io.github.acme',
    versions: [{ version: '1.4.2' }, { version: '1.4.1', status: 'deprecated' }],
    offers: [{ id: 'npm', what: 'npm:@acme/weather-mcp@1.4.2' }],
    document: { 'x-unknown': { kept: true } },
  });
  expect(shown.offers[0]?.inputs.map(({ id, isRequired }) => [id, isRequired])).toEqual([
    ['units', false],
    ['city', false],
    ['WEATHER_API_KEY', true],
    ['LOG_LEVEL', false],
  ]);
  place.registry.close();
  place.registry.intercept = (_, response) => response.writeHead(400).end() !== undefined;
  const offline = await showRegistryServer(place.host, { name, registries, offline: true });
  expect(offline).toMatchObject({ version: '1.4.2', versions: [{ version: '1.4.2' }], document: { 'x-unknown': {} } });
});

test('a directory of documents is a registry', async () => {
  const place = workspace({
    'servers/a/server.json': JSON.stringify(samples[0]?.server),
    'servers/b.json': JSON.stringify([samples[1], { ...samples[1]?.server, version: '0.10.0' }]),
    'bad.json': '{"name":"no-slash","description":"x","version":"1"}',
  });
  const registries = ['servers'];
  const { servers, registries: searched } = await searchRegistry(place.host, { query: 'acme', registries });
  expect(servers.map(({ name, version }) => `${name} ${version}`)).toEqual([
    'io.github.acme/notes 0.10.0',
    'io.github.acme/weather-mcp 1.4.2',
  ]);
  expect(searched).toEqual([{ registry: place.path('servers'), servers: 2 }]);
  expect(
    await prepareInstall(place.host, { name: 'io.github.acme/notes', version: '0.9.0', registries }),
  ).toMatchObject({
    server: { args: ['acme-notes@0.9.0', 'serve'] },
  });
  await expect(searchRegistry(place.host, { query: '', registries: ['bad.json'] })).rejects.toMatchObject({
    code: 'registry-document-invalid',
    data: { issues: [{ at: '/name' }] },
  });
  await expect(searchRegistry(place.host, { query: '', registries: ['missing'] })).rejects.toMatchObject({
    code: 'registry-address-invalid',
  });
});

test('a file that is not a server.json does not hide the others of its directory', async () => {
  const place = workspace({
    'servers/a/server.json': JSON.stringify(samples[0]?.server),
    'servers/broken.json': '{"name":',
    'servers/package.json': '{"name":"x","version":"1.0.0"}',
    'bad/broken.json': '{"name":',
  });
  const { servers, registries } = await searchRegistry(place.host, { query: 'acme', registries: ['servers'] });
  expect(servers.map(({ name }) => name)).toEqual(['io.github.acme/weather-mcp']);
  expect(registries).toMatchObject([{ servers: 1, problem: expect.stringContaining('broken.json') }]);
  await expect(searchRegistry(place.host, { query: '', registries: ['bad'] })).rejects.toMatchObject({
    code: 'registry-document-invalid',
  });
});

test('one of several registries that cannot be read does not hide the others, and a damaged index is filled again', async () => {
  const place = await here();
  const down = await registryServer([]);
  down.intercept = (_, response) => response.writeHead(400).end() !== undefined;
  const registries = [down.url, place.registry.url];
  const report = await searchRegistry(place.host, { query: 'notes', registries });
  expect(report.servers.map(({ name }) => name)).toEqual(['io.github.acme/notes']);
  expect(report.registries).toMatchObject([{ servers: 0, problem: expect.any(String) }, { servers: samples.length }]);
  await expect(searchRegistry(place.host, { query: '', registries: [down.url] })).rejects.toMatchObject({
    code: 'registry-unreachable',
  });
  const cache = `${place.host.env['PLUGBOARD_HOME']}/cache/registry`;
  const directory = readdirSync(cache).find((one) => existsSync(`${cache}/${one}/manifest.json`)) ?? '';
  for (const name of readdirSync(`${cache}/${directory}`))
    if (name.includes('documents')) writeFileSync(`${cache}/${directory}/${name}`, 'damaged');
  const again = await searchRegistry(place.host, { query: 'notes', registries: [place.registry.url] });
  expect(again.servers.map(({ name }) => name)).toEqual(['io.github.acme/notes']);
  await expect(searchRegistry(place.host, { query: '', registries: [down.url], offline: true })).rejects.toMatchObject({
    code: 'registry-no-index',
  });
});
