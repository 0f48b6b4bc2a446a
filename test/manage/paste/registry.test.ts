import { describe, expect, it } from 'vitest';
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
        runtimeArguments: [{ type: 'named', name: '--prefix', value: '/opt' }],
        packageArguments: [
          { type: 'positional', value: 'serve' },
          { type: 'positional', valueHint: 'city', isRequired: true },
          { type: 'named', name: '--units', isRequired: true, default: 'metric' },
          { type: 'named', name: '--optional' },
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
        args: ['-y', '--prefix', '/opt', 'weather', 'serve', '${CITY}', '--units', '${UNITS:-metric}'],
        env: { KEY: '${KEY}', REGION: '${REGION:-eu}', MODE: 'fast' },
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
