import fc from 'fast-check';
import type { Server } from '../../../src/model/server.ts';

const variables = fc.constantFrom('TOKEN', 'API_KEY', 'HOME_DIR', '_x1');
const plain = fc.constantFrom(
  'npx',
  'debug',
  'dir with space',
  'a=b',
  'ünïcode',
  '',
  '-y',
  'x "y" z',
  '100%',
  'C:\\x',
  '{a}',
);
const reference = fc.oneof(
  variables.map((name) => `\${${name}}`),
  fc.tuple(variables, fc.constantFrom('8080', '', 'a b')).map(([name, fallback]) => `\${${name}:-${fallback}}`),
  variables.map((name) => `pre-\${${name}}-post`),
);
const text = fc.oneof({ weight: 3, arbitrary: plain }, { weight: 2, arbitrary: reference });
const names = fc.constantFrom('TOKEN', 'API_KEY', 'LOG_LEVEL', '__proto__', 'constructor');
const textMap = fc
  .uniqueArray(fc.tuple(names, text), { maxLength: 3, selector: ([key]) => key })
  .map((pairs) => fromPairs(pairs));
const bearer = fc.oneof(
  variables.map((name) => `Bearer \${${name}}`),
  fc.constant('Bearer abc'),
  text,
);
const headers = fc
  .record({ Authorization: bearer, 'X-Team': text, 'X-Key': reference }, { requiredKeys: [] })
  .map((map) => ({ ...map }));

const shared = {
  disabled: fc.boolean(),
  timeout: fc.constantFrom(1, 2.5, 30, 600),
  retries: fc.nat(5),
  platforms: fc.constantFrom(['darwin'], ['linux', 'windows']),
  tools: fc.record({ allow: fc.constant(['read', 'list']), deny: fc.constant(['delete']) }, { requiredKeys: [] }),
  title: fc.constantFrom('A title', ''),
  description: fc.constant('What it does'),
  futureField: fc.constantFrom<unknown>(1, 'text', true, { deep: ['x'] }),
  extras: fc.constantFrom(
    { 'gemini-cli': { trust: true } },
    { codex: { required: true } },
    { 'claude-code': { alwaysLoad: true } },
  ),
};
const auth = fc.record(
  {
    type: fc.constant('oauth'),
    clientId: fc.constant('client-1'),
    scopes: fc.constant(['read', 'write']),
    callbackPort: fc.constant(8787),
    redirectUri: fc.constant('http://127.0.0.1:8787/cb'),
  },
  { requiredKeys: ['type'] },
);

const stdio = fc.record(
  {
    transport: fc.constant('stdio'),
    command: fc.constantFrom('npx', '/usr/bin/node', 'uvx'),
    args: fc.array(text, { maxLength: 4 }),
    env: textMap,
    cwd: fc.constantFrom('/srv', '${HOME_DIR}/x'),
    ...shared,
  },
  { requiredKeys: ['transport', 'command'] },
);
const remote = fc.record(
  {
    transport: fc.constantFrom('http', 'sse'),
    url: fc.constantFrom(
      'https://mcp.example.com/mcp?team=a&x=1',
      'http://127.0.0.1:3000/sse',
      'https://${TOKEN}.example.com/mcp',
    ),
    headers,
    env: textMap,
    auth,
    ...shared,
  },
  { requiredKeys: ['transport', 'url'] },
);

/** Canonical servers with any mixture of fields. */
export const servers: fc.Arbitrary<Server> = fc.oneof(stdio, remote) as fc.Arbitrary<unknown> as fc.Arbitrary<Server>;

function fromPairs(pairs: readonly (readonly [string, string])[]): Record<string, string> {
  // Unlike assignment, this makes `__proto__` an ordinary key.
  return Object.fromEntries(pairs);
}
