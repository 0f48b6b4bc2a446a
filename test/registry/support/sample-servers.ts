/** A version as a registry lists it. */
export interface Listed {
  readonly server: Record<string, unknown> & { readonly name: string; readonly version: string };
  readonly _meta?: Record<string, unknown>;
}

export interface About {
  readonly status?: string;
  readonly statusMessage?: string;
  readonly publishedAt?: string;
  readonly updatedAt?: string;
  readonly isLatest?: boolean;
}

const schema = 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json';

/** A version of a server with what a registry adds to it. */
export function listed(
  name: string,
  more: Record<string, unknown> = {},
  { status = 'active', isLatest = true, ...about }: About = {},
): Listed {
  const times = { publishedAt: '2026-03-01T10:00:00.000Z', updatedAt: '2026-03-01T10:00:00.000Z' };
  return {
    server: { $schema: schema, name, description: `Tools of ${name}`, version: '1.0.0', ...more },
    _meta: { 'io.modelcontextprotocol.registry/official': { status, isLatest, ...times, ...about } },
  };
}

const stdio = { type: 'stdio' };

/** Documents of all kinds, as publishers write them. */
export const samples: readonly Listed[] = [
  listed('io.github.acme/weather-mcp', {
    title: 'Weather',
    description: 'Forecasts and alerts from national weather services',
    version: '1.4.2',
    repository: { url: 'https://github.com/acme/weather-mcp', source: 'github' },
    packages: [
      {
        registryType: 'npm',
        registryBaseUrl: 'https://registry.npmjs.org',
        identifier: '@acme/weather-mcp',
        version: '1.4.2',
        transport: stdio,
        runtimeHint: 'npx',
        packageArguments: [
          { type: 'named', name: '--units', default: 'metric', choices: ['metric', 'imperial'] },
          { type: 'positional', valueHint: 'city', description: 'City to start with', isRepeated: true },
        ],
        environmentVariables: [
          { name: 'WEATHER_API_KEY', description: 'Key from weather.example.com', isRequired: true, isSecret: true },
          { name: 'LOG_LEVEL', default: 'info' },
        ],
      },
    ],
    'x-unknown': { kept: true },
  }),
  listed('io.github.acme/notes', {
    description: 'Notes and reminders',
    version: '0.9.0',
    packages: [
      {
        registryType: 'pypi',
        identifier: 'acme-notes',
        version: '0.9.0',
        transport: stdio,
        runtimeHint: 'uvx',
        packageArguments: [{ type: 'positional', value: 'serve' }],
      },
    ],
  }),
  listed('com.example/database', {
    title: 'Database',
    description: 'Query a PostgreSQL database',
    version: '2.0.1',
    packages: [
      {
        registryType: 'oci',
        identifier: 'ghcr.io/example/database:2.0.1',
        transport: stdio,
        runtimeArguments: [
          {
            type: 'named',
            name: '--mount',
            value: 'type=bind,src={source},dst=/data',
            variables: { source: { description: 'Directory to share', isRequired: true, format: 'filepath' } },
          },
        ],
        environmentVariables: [
          {
            name: 'DATABASE_URL',
            value: 'postgres://{user}:{password}@db/main',
            variables: { user: { default: 'reader' }, password: { isRequired: true, isSecret: true } },
          },
        ],
      },
    ],
  }),
  listed('com.example/sample-dotnet', {
    description: 'Random numbers',
    version: '0.5.0',
    packages: [
      {
        registryType: 'nuget',
        identifier: 'Example.SampleMcpServer',
        version: '0.5.0',
        transport: stdio,
        runtimeHint: 'dnx',
        packageArguments: [{ type: 'positional', value: 'mcp' }],
      },
    ],
  }),
  listed('com.example/tracker', {
    title: 'Tracker',
    description: 'Issues and projects, hosted',
    version: '3.1.0',
    remotes: [
      { type: 'sse', url: 'https://mcp.tracker.example.com/sse' },
      {
        type: 'streamable-http',
        url: 'https://{region}.tracker.example.com/mcp',
        variables: { region: { choices: ['us', 'eu'], default: 'us' } },
        headers: [
          {
            name: 'Authorization',
            value: 'Bearer {token}',
            isSecret: true,
            variables: { token: { isRequired: true, isSecret: true, description: 'API token' } },
          },
        ],
      },
    ],
  }),
  listed('com.example/bundle', {
    description: 'A desktop bundle',
    version: '1.0.0',
    packages: [
      {
        registryType: 'mcpb',
        identifier: 'https://github.com/example/bundle/releases/download/v1.0.0/bundle.mcpb',
        fileSha256: 'fe333e598595000ae021bd27117db32ec69af6987f507ba7a63c90638ff633ce',
        transport: stdio,
      },
    ],
  }),
];
