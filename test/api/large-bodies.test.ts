import { describe, expect, it } from 'vitest';
import { startApi } from './support/api.ts';

const deep = (levels: number): string => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;

/** Every route that takes a document. */
const routes: readonly (readonly [method: string, path: string])[] = [
  ['POST', '/api/plans'],
  ['POST', '/api/plans/x/write'],
  ['POST', '/api/paste'],
  ['POST', '/api/calls'],
  ['POST', '/api/tests'],
  ['POST', '/api/tests/draft'],
  ['POST', '/api/approvals'],
  ['POST', '/api/tools/refresh'],
  ['POST', '/api/tools/accept'],
  ['POST', '/api/reveal'],
  ['POST', '/api/variables'],
  ['POST', '/api/project-trust'],
  ['POST', '/api/matrix/ignored'],
  ['POST', '/api/servers/x/connection'],
  ['POST', '/api/questions/x'],
  ['PUT', '/api/settings'],
];

describe('a document that is nested too deeply', () => {
  it.each(routes)('is refused by %s %s', async (method, path) => {
    const { ask } = await startApi();
    for (const text of [deep(257), deep(20_000), `{"kind":"add","servers":${'['.repeat(1_000_000)}`]) {
      const { status, text: answer } = await ask(path, { method, body: text });
      expect([path, status, answer]).toEqual([path, 400, expect.stringContaining('nested deeper than 256 levels')]);
    }
  });

  it('is taken up to the limit', async () => {
    const { ask } = await startApi();
    const server = `{"command":"x","x":${deep(252)}}`;
    const text = `{"kind":"add","servers":[{"name":"one","server":${server}}],"targets":[{"client":"cursor","scope":"user"}]}`;
    const { status } = await ask('/api/plans', { method: 'POST', body: text });
    expect(status).toBe(200);
  });
});

describe('a large text', () => {
  const servers = (count: number): string =>
    JSON.stringify({
      mcpServers: Object.fromEntries(
        Array.from({ length: count }, (_, at) => [`s${at}`, { command: 'npx', args: [`p${at}`] }]),
      ),
    });

  it.each([
    ['servers', servers(60_000), 'This text holds 60,000 servers, more than the 500 that are read at once'],
    ['prose', 'lorem ipsum; '.repeat(280_000), 'longer than 500,000 characters'],
    ['braces', '[ {'.repeat(1_200_000), 'longer than 500,000 characters'],
  ])('is refused with a reason: %s', async (_, text, reason) => {
    const { ask } = await startApi();
    const answer = await ask('/api/paste', { method: 'POST', body: { text } });
    expect([answer.status, answer.text]).toEqual([400, expect.stringContaining(reason)]);
  });

  it('is read when it is a file with few servers in it', async () => {
    const { ask } = await startApi();
    const text = JSON.stringify({ history: 'word '.repeat(700_000), mcpServers: { one: { command: 'npx' } } });
    const answer = await ask('/api/paste', { method: 'POST', body: { text } });
    expect([answer.status, answer.json()]).toEqual([
      200,
      expect.objectContaining({ servers: [expect.objectContaining({ name: 'one' })] }),
    ]);
  });

  it('is not planned with more servers than are read', async () => {
    const { ask } = await startApi();
    const many = Array.from({ length: 501 }, (_, at) => ({ name: `s${at}`, server: { command: 'x' } }));
    const targets = [{ client: 'cursor', scope: 'user' }];
    const answer = await ask('/api/plans', { method: 'POST', body: { kind: 'add', servers: many, targets } });
    expect([answer.status, answer.text]).toEqual([400, expect.stringContaining('more than 500')]);
  });
});
