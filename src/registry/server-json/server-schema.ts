/**
 * The published JSON Schema of `server.json` (2025-12-11), with only what validates: descriptions and examples are left
 * out. The pattern of addresses is that of the current draft, which also allows a variable at the start.
 */
const text = { type: 'string' } as const;
const address = { type: 'string', pattern: '^(https?://[^\\s]+|\\{[a-zA-Z_][a-zA-Z0-9_]*\\}[^\\s]*)$' } as const;
const listOf = (name: string): Record<string, unknown> => ({
  type: 'array',
  items: { $ref: `#/definitions/${name}` },
});

function object(properties: Record<string, unknown>, ...required: string[]): Record<string, unknown> {
  return { type: 'object', properties, ...(required.length > 0 && { required }) };
}

function refined(base: string, more: Record<string, unknown>): Record<string, unknown> {
  return { allOf: [{ $ref: `#/definitions/${base}` }, more] };
}

const definitions: Readonly<Record<string, unknown>> = {
  Input: object({
    choices: { type: 'array', items: text },
    default: text,
    description: text,
    format: { type: 'string', enum: ['string', 'number', 'boolean', 'filepath'] },
    isRequired: { type: 'boolean' },
    isSecret: { type: 'boolean' },
    placeholder: text,
    value: text,
  }),
  InputWithVariables: refined(
    'Input',
    object({ variables: { type: 'object', additionalProperties: { $ref: '#/definitions/Input' } } }),
  ),
  KeyValueInput: refined('InputWithVariables', object({ name: text }, 'name')),
  NamedArgument: refined(
    'InputWithVariables',
    object({ isRepeated: { type: 'boolean' }, name: text, type: { type: 'string', enum: ['named'] } }, 'type', 'name'),
  ),
  PositionalArgument: refined('InputWithVariables', {
    ...object(
      { isRepeated: { type: 'boolean' }, type: { type: 'string', enum: ['positional'] }, valueHint: text },
      'type',
    ),
    anyOf: [{ required: ['valueHint'] }, { required: ['value'] }],
  }),
  Argument: { anyOf: [{ $ref: '#/definitions/PositionalArgument' }, { $ref: '#/definitions/NamedArgument' }] },
  StdioTransport: object({ type: { type: 'string', enum: ['stdio'] } }, 'type'),
  StreamableHttpTransport: object(
    { type: { type: 'string', enum: ['streamable-http'] }, url: address, headers: listOf('KeyValueInput') },
    'type',
    'url',
  ),
  SseTransport: object(
    { type: { type: 'string', enum: ['sse'] }, url: address, headers: listOf('KeyValueInput') },
    'type',
    'url',
  ),
  LocalTransport: {
    anyOf: ['StdioTransport', 'StreamableHttpTransport', 'SseTransport'].map((name) => ({
      $ref: `#/definitions/${name}`,
    })),
  },
  RemoteTransport: {
    allOf: [
      { anyOf: [{ $ref: '#/definitions/StreamableHttpTransport' }, { $ref: '#/definitions/SseTransport' }] },
      object({ variables: { type: 'object', additionalProperties: { $ref: '#/definitions/Input' } } }),
    ],
  },
  Package: object(
    {
      environmentVariables: listOf('KeyValueInput'),
      fileSha256: { type: 'string', pattern: '^[a-f0-9]{64}$' },
      identifier: text,
      packageArguments: listOf('Argument'),
      registryBaseUrl: { type: 'string', format: 'uri' },
      registryType: text,
      runtimeArguments: listOf('Argument'),
      runtimeHint: text,
      transport: { $ref: '#/definitions/LocalTransport' },
      version: { type: 'string', minLength: 1, not: { const: 'latest' } },
    },
    'registryType',
    'identifier',
    'transport',
  ),
  Repository: object(
    { id: text, source: text, subfolder: text, url: { type: 'string', format: 'uri' } },
    'url',
    'source',
  ),
  Icon: object(
    {
      mimeType: {
        type: 'string',
        enum: ['image/png', 'image/jpeg', 'image/jpg', 'image/svg+xml', 'image/webp'],
      },
      sizes: { type: 'array', items: { type: 'string', pattern: '^(\\d+x\\d+|any)$' } },
      src: { type: 'string', format: 'uri', maxLength: 255 },
      theme: { type: 'string', enum: ['light', 'dark'] },
    },
    'src',
  ),
  ServerDetail: object(
    {
      $schema: { type: 'string', format: 'uri' },
      _meta: { type: 'object' },
      description: { type: 'string', minLength: 1, maxLength: 100 },
      icons: listOf('Icon'),
      name: { type: 'string', minLength: 3, maxLength: 200, pattern: '^[a-zA-Z0-9.-]+/[a-zA-Z0-9._-]+$' },
      packages: listOf('Package'),
      remotes: listOf('RemoteTransport'),
      repository: { $ref: '#/definitions/Repository' },
      title: { type: 'string', minLength: 1, maxLength: 100 },
      version: { type: 'string', maxLength: 255 },
      websiteUrl: { type: 'string', format: 'uri' },
    },
    'name',
    'description',
    'version',
  ),
};

export const serverSchema = { $ref: '#/definitions/ServerDetail', definitions };
