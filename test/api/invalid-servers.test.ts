import { expect, test } from 'vitest';
import { Page } from './support/page.ts';

/** Every request that uses the definition of one server. */
const requests: readonly (readonly ['get' | 'post', path: string, body?: unknown])[] = [
  ['post', 'tests', { names: ['bad'] }],
  ['post', 'servers/bad/connection', { action: 'start' }],
  ['post', 'servers/bad/connection', { action: 'sign-in' }],
  ['post', 'calls', { kind: 'tool', server: 'bad', tool: 'x', arguments: {} }],
  ['get', 'tools/bad'],
  ['get', 'servers/bad/prompts'],
  ['get', 'servers/bad/resources'],
  ['post', 'plans', { kind: 'import', names: ['bad'] }],
];

test.each(
  requests.map((request) => [`${request[0]} ${request[1]} ${JSON.stringify(request[2] ?? '')}`, request] as const),
)('a server with an invalid definition is invalid, not unknown: %s', async (_, [method, path, body]) => {
  const page = new Page();
  page.write('.cursor/mcp.json', { mcpServers: { bad: { command: 5 }, good: { command: 'node' } } });
  const answer = method === 'get' ? await page.get(path) : await page.post(path, body);
  expect([answer.status, answer.body]).toMatchObject([400, { error: { code: 'server-invalid' } }]);
  expect(JSON.stringify(answer.body)).toContain('mcp.json:4:18');
});
