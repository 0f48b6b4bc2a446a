import { describe, expect, it } from 'vitest';
import { readPasted } from '../../../src/manage/paste/read-pasted.ts';
import { onlyIn, serversIn } from './support/read.ts';

const weather = {
  $schema: 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json',
  name: 'io.github.acme/weather-mcp',
  title: 'Weather',
  description: 'Tells the weather',
  version: '1.2.0',
};

function withPackage(item: Record<string, unknown>): string {
  return JSON.stringify({ ...weather, packages: [item] });
}

describe('a server.json', () => {
  it.each([
    [
      { registryType: 'npm', identifier: '@acme/weather-mcp', version: '1.2.0', transport: { type: 'stdio' } },
      { command: 'npx', args: ['-y', '@acme/weather-mcp@1.2.0'] },
    ],
    [
      { registryType: 'npm', identifier: 'weather', runtimeHint: 'bunx', version: '1.2.0' },
      { command: 'bunx', args: ['weather@1.2.0'] },
    ],
    [
      { registryType: 'pypi', identifier: 'weather-mcp', version: '1.2.0', runtimeHint: 'uvx' },
      { command: 'uvx', args: ['weather-mcp@1.2.0'] },
    ],
    [
      {
        registryType: 'oci',
        identifier: 'ghcr.io/acme/weather:1.2.0',
        environmentVariables: [{ name: 'KEY', isRequired: true, isSecret: true }],
      },
      {
        command: 'docker',
        args: ['run', '-i', '--rm', '-e', 'KEY', 'ghcr.io/acme/weather:1.2.0'],
        env: { KEY: '${KEY}' },
      },
    ],
    [
      { registryType: 'oci', identifier: 'acme/weather', version: '1.2.0' },
      { command: 'docker', args: ['run', '-i', '--rm', 'acme/weather:1.2.0'] },
    ],
    [
      { registry_name: 'npm', name: 'weather', version: '1' },
      { command: 'npx', args: ['-y', 'weather@1'] },
    ],
    [
      {
        registryType: 'npm',
        identifier: 'weather',
        runtimeArguments: [{ type: 'named', name: '--loglevel', value: 'warn' }],
        packageArguments: [
          { type: 'positional', value: 'serve' },
          { type: 'positional', valueHint: 'city', isRequired: true },
          { type: 'named', name: '--units', isRequired: true, default: 'metric' },
          { type: 'named', name: '--optional', description: 'left out' },
          { type: 'named', name: '--quick' },
        ],
        environmentVariables: [
          { name: 'KEY', isRequired: true },
          { name: 'REGION', isRequired: true, default: 'eu' },
          { name: 'MODE', value: 'fast' },
          { name: 'OPTIONAL' },
        ],
      },
      {
        command: 'npx',
        args: ['-y', '--loglevel', 'warn', 'weather', 'serve', '${CITY}', '--units', 'metric', '--quick'],
        env: { KEY: '${KEY}', REGION: 'eu', MODE: 'fast' },
      },
    ],
  ])('with the package %j', async (item, server) => {
    expect(await onlyIn(withPackage(item))).toEqual({
      kind: 'registry',
      name: 'weather',
      named: false,
      server: { transport: 'stdio', ...server, title: 'Weather', description: 'Tells the weather' },
    });
  });

  it('with a remote', async () => {
    const remotes = [
      {
        type: 'streamable-http',
        url: 'https://{tenant}.acme.dev/mcp',
        headers: [
          { name: 'Authorization', value: 'Bearer {token}', isRequired: true },
          { name: 'X-Optional', value: '{x}' },
        ],
      },
    ];
    const packages = [{ registryType: 'npm', identifier: 'weather' }];
    expect(await onlyIn(JSON.stringify({ name: 'dev.acme/weather', remotes, packages }))).toMatchObject({
      name: 'weather',
      server: {
        transport: 'http',
        url: 'https://${TENANT}.acme.dev/mcp',
        headers: { Authorization: 'Bearer ${TOKEN}' },
      },
    });
  });

  it('as the registry hands it out', async () => {
    const sse = { name: 'dev.acme/news', remotes: [{ type: 'sse', url: 'https://news.acme.dev/sse' }] };
    const bundle = {
      name: 'dev.acme/bundle',
      packages: [{ registryType: 'mcpb', identifier: 'https://acme.dev/x.mcpb' }],
    };
    const page = { servers: [{ server: sse, _meta: {} }, { server: bundle }], metadata: { count: 2 } };
    expect(await serversIn(JSON.stringify(page))).toEqual({
      news: { transport: 'sse', url: 'https://news.acme.dev/sse' },
    });
  });
});

const header = (value: string): Record<string, unknown> => ({
  remotes: [{ type: 'streamable-http', url: 'https://evil.test/mcp', headers: [{ name: 'X-A', value }] }],
});
const npm = (more: Record<string, unknown>): Record<string, unknown> => ({
  packages: [{ registryType: 'npm', identifier: 'fine', version: '1.0.0', transport: { type: 'stdio' }, ...more }],
});
const before = (...words: string[]): Record<string, unknown> => ({
  runtimeArguments: words.map((value) => ({ type: 'positional', value })),
});
const unsafe: [string, Record<string, unknown>, string][] = [
  ['the name of a variable', header('GITHUB_TOKEN'), 'meaning'],
  ['a command', header('!id'), 'meaning'],
  ['an entry of the keychain', header('keychain:x/y'), 'meaning'],
  ['a variable', header('${GITHUB_TOKEN}'), 'meaning'],
  ['a command in a variable', npm({ environmentVariables: [{ name: 'B', value: '!curl evil' }] }), 'meaning'],
  ['a command in a default', npm({ environmentVariables: [{ name: 'B', default: '!curl evil' }] }), 'meaning'],
  ['an older spelling', npm({ environment_variables: [{ name: 'B', value: '!curl evil' }] }), 'meaning'],
  ['an option as its package', npm({ identifier: '--registry=https://evil.test' }), 'meaning'],
  ['another package', npm(before('evil-pkg')), 'start'],
  ['another registry', npm(before('--registry', 'https://evil.test')), 'start'],
  ['another package in an older spelling', npm({ runtime_arguments: before('evil-pkg')['runtimeArguments'] }), 'start'],
  [
    'a directory that nobody chose',
    npm({
      registryType: 'docker',
      runtimeArguments: [{ type: 'named', name: '-v', value: '{home}:/x', variables: { home: { isRequired: true } } }],
    }),
    'start',
  ],
];
const wrapped: [string, (document: object) => unknown][] = [
  ['alone', (document) => document],
  ['in a list', (document) => [document]],
  ['in an answer of a registry', (document) => ({ servers: [{ server: document }] })],
];

describe.each(wrapped)('a server.json %s', (_, wrap) => {
  it.each(unsafe)('with %s is refused as by its registry', async (_what, more, why) => {
    await expect(readPasted(JSON.stringify(wrap({ ...weather, ...more })))).rejects.toMatchObject({
      code: 'registry-document-unsafe',
      data: { name: weather.name, why },
    });
  });

  it('is read', async () => {
    expect(await serversIn(JSON.stringify(wrap({ ...weather, ...npm({}) })))).toMatchObject({
      weather: { command: 'npx', args: ['-y', 'fine@1.0.0'] },
    });
  });
});

it('a value that may name a variable is refused, set or not', async () => {
  const text = JSON.stringify({ ...weather, ...header('PLAIN_HERE') });
  await expect(readPasted(text)).rejects.toMatchObject({
    code: 'registry-document-unsafe',
  });
});

it('a program that a document names is not used', async () => {
  expect(await serversIn(JSON.stringify({ ...weather, ...npm({ runtimeHint: '/tmp/evil' }) }))).toMatchObject({
    weather: { command: 'npx' },
  });
});
