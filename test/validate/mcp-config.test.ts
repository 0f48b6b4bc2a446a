import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { McpConfigSchema } from '../../src/validate/mcp-config-schema.ts';
import { formatValidationErrors, validateMcpConfig, type ValidationResult } from '../../src/validate/mcp-config.ts';
import { propertyRuns } from '../support/property-runs.ts';
import { oracle } from './support/config-oracle.ts';

const goodUrls = [
  'https://example.com/mcp',
  'http://localhost:3000/mcp',
  'HTTP://EXAMPLE.COM',
  ' https://example.com ',
  'http://[::1]/',
];
const references = ['${BASE}/mcp', 'https://${HOST:-localhost}/mcp', '${ X }', '$HOST', '!echo https://x.example'];
const badUrls = [
  '',
  'example.com',
  'ftp://example.com',
  'file:///etc/passwd',
  'javascript:alert(1)',
  'https://',
  'http://a b/',
];
const urls = fc.constantFrom(...goodUrls, ...references, ...badUrls);
const junk = fc.constantFrom<unknown>(null, undefined, 0, 1.5, true, false, '', 'text', [], {}, ['a'], [1, null], {
  a: 'b',
});
const names = fc.constantFrom(
  'a',
  'server',
  'with space',
  '',
  '0',
  'constructor',
  'toString',
  'größe',
  'x'.repeat(101),
);
const text = fc.constantFrom('npx', '', 'x y', '${VAR}');

/** What the exported schema makes of it. */
function bySchema(data: unknown): ValidationResult {
  const { success, data: made, error } = McpConfigSchema.safeParse(data);
  if (success) return { success, data: made as NonNullable<ValidationResult['data']> };
  return {
    success,
    errors: error.issues.map(({ path, message, code }) => ({ path: path.map(String), message, code })),
  };
}

function mostly<T>(value: fc.Arbitrary<T>): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 5, arbitrary: value }, { weight: 1, arbitrary: junk });
}

const textMap = fc.dictionary(names, mostly(text), { maxKeys: 3 });
const server = fc.record(
  {
    type: mostly(fc.constantFrom('stdio', 'http', 'sse')),
    command: mostly(text),
    args: mostly(fc.array(mostly(text), { maxLength: 3 })),
    env: mostly(textMap),
    url: mostly(urls),
    headers: mostly(textMap),
    timeout: junk,
    cwd: junk,
  },
  { requiredKeys: [] },
);
const config = fc.record(
  { mcpServers: mostly(fc.dictionary(names, mostly(server), { maxKeys: 4 })), description: mostly(text), other: junk },
  { requiredKeys: [] },
);

describe('validateMcpConfig', () => {
  it('says what the schema says: same verdict, same errors in the same order, same data', () => {
    let accepted = 0;
    // A shorter run may have too few that are accepted.
    const runs = Math.max(500, propertyRuns) * 3;
    fc.assert(
      fc.property(mostly(config), (data) => {
        const result = validateMcpConfig(data);
        expect(result).toEqual(oracle(data));
        expect(result).toEqual(bySchema(data));
        if (result.success) accepted += 1;
      }),
      { numRuns: runs },
    );
    // A property over inputs of one kind only would say little.
    expect(accepted).toBeGreaterThan(runs / 20);
    expect(accepted).toBeLessThan(runs * 0.95);
  });

  it('agrees with the schema about anything at all', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (data) => {
        fc.pre(!JSON.stringify(data).includes('__proto__'));
        expect(validateMcpConfig(data)).toEqual(oracle(data));
        for (const one of [data, { mcpServers: data }, { mcpServers: { a: data } }])
          expect(bySchema(one)).toEqual(oracle(one));
        expect(validateMcpConfig({ mcpServers: data })).toEqual(oracle({ mcpServers: data }));
        expect(validateMcpConfig({ mcpServers: { a: data } })).toEqual(oracle({ mcpServers: { a: data } }));
      }),
      { numRuns: propertyRuns * 2 },
    );
  });

  it('keeps names that the schema loses', () => {
    const data: unknown = JSON.parse(
      '{"mcpServers": {"__proto__": {"command": "a"}, "constructor": {"command": "b"}}}',
    );
    const servers = validateMcpConfig(data).data?.mcpServers ?? {};
    expect(Object.keys(servers)).toEqual(['__proto__', 'constructor']);
    expect(JSON.stringify(servers)).toContain('"__proto__":{"command":"a"');
    expect(Object.keys(oracle(data).data?.mcpServers ?? {})).not.toContain('__proto__');
  });

  it.each([
    [{ command: 'npx' }, { type: 'stdio', command: 'npx', args: [] }],
    [{ url: 'https://example.com' }, { type: 'http', url: 'https://example.com', args: [] }],
    [
      { type: 'sse', url: 'https://example.com' },
      { type: 'sse', url: 'https://example.com', args: [] },
    ],
    [
      { command: 'npx', args: ['a'], custom: 1 },
      { type: 'stdio', command: 'npx', args: ['a'] },
    ],
  ])('makes types and arguments explicit: %j', (given, made) => {
    expect(validateMcpConfig({ mcpServers: { x: given } })).toEqual({
      success: true,
      data: { mcpServers: { x: made } },
    });
  });

  it('accepts a file that only describes itself', () => {
    const data = { mcpServers: {}, description: 'Nothing yet' };
    expect(validateMcpConfig({ description: 'Nothing yet' })).toEqual({ success: true, data });
    expect(validateMcpConfig({})).toEqual({ success: true, data: { mcpServers: {} } });
  });

  it('does not change what it is given', () => {
    const data = Object.freeze({ mcpServers: Object.freeze({ x: Object.freeze({ command: 'npx' }) }) });
    expect(validateMcpConfig(data).success).toBe(true);
  });
});

describe('formatValidationErrors', () => {
  const format = (data: unknown): string => formatValidationErrors(validateMcpConfig(data).errors ?? []);

  it.each([
    [
      { x: { command: 'a', env: { PORT: 1 } } },
      'at mcpServers.x.env.PORT: Invalid input: expected string, received number',
    ],
    [{ x: { command: '' } }, 'at mcpServers.x.command: Command cannot be empty'],
    [{ x: {} }, 'at mcpServers.x.command: Invalid input: expected string, received undefined'],
    [{ x: { type: 'http' } }, 'at mcpServers.x.url: Invalid input: expected string, received undefined'],
    [{ x: { type: 'http', url: 'nope' } }, 'at mcpServers.x.url: Must be a valid URL'],
    [{ x: { type: 'http', url: 'ftp://example.com' } }, 'at mcpServers.x.url: Must be a valid URL'],
    [{ x: { type: 'tcp' } }, 'at mcpServers.x.type: Invalid option: expected one of "stdio"|"http"|"sse"'],
    [{ x: { command: 'a', args: 'b' } }, 'at mcpServers.x.args: Invalid input: expected array, received string'],
    [{ x: { command: 'a', args: [1] } }, 'at mcpServers.x.args.0: Invalid input: expected string, received number'],
    [{ x: null }, 'at mcpServers.x: Invalid input: expected object, received null'],
  ])('%j', (mcpServers, line) => expect(format({ mcpServers })).toBe(line));

  it('lists several', () => {
    const lines = [
      'Multiple validation errors:',
      '  - at mcpServers.a.command: Command cannot be empty',
      '  - at mcpServers.b.env.DEBUG: Invalid input: expected string, received boolean',
      '  - at description: Invalid input: expected string, received number',
    ];
    const mcpServers = { a: { command: '' }, b: { command: 'x', env: { DEBUG: true } } };
    expect(format({ description: 1, mcpServers })).toBe(lines.join('\n'));
  });

  it('has words for an error of the whole, and for none', () => {
    expect(format([])).toBe('Invalid input: expected object, received array');
    expect(formatValidationErrors([])).toBe('Unknown validation error');
  });
});
