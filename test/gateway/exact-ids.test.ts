import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import type { ServerToRun } from '../../src/runtime/types.ts';
import { gatewayWith, greeted, namesIn } from './support/gateway-with.ts';

const program = fileURLToPath(new URL('servers/talkative.mjs', import.meta.url));
const wrapper = `
  const { createInterface } = require('node:readline');
  const child = require('node:child_process').spawn(process.execPath, process.argv.slice(1));
  process.stdin.pipe(child.stdin);
  child.on('exit', () => process.exit());
  const first = (process.env.FROM ?? 'initialize') === 'initialize';
  createInterface({ input: child.stdout }).on('line', (line) => {
    const message = JSON.parse(line);
    const isSpoiled = message.method === undefined && (first || message.id > 4 || message.id === undefined);
    if (isSpoiled) message.id = String(message.id);
    if (message.method === 'notifications/progress') message.params.progressToken = String(message.params.progressToken);
    console.log(JSON.stringify(message));
  });`;

/** A server that gives strings for ids: from its first answer on, or only in later ones. */
function stringly(from: 'initialize' | 'later'): ServerToRun {
  const args = ['-e', wrapper, program, 'legacy', 'one'];
  return { name: 'one', server: { command: process.execPath, args, env: { FROM: from }, retries: 0 } };
}

test('an answer whose id is a string fails the request whose number it spells, at once', async () => {
  const client = await greeted(gatewayWith([stringly('later')]));
  expect(namesIn(await client.request('tools/list'))).toContain('mcp_one_echo');
  const params = { name: 'mcp_one_progress', _meta: { progressToken: 'mine' } };
  let answer = await client.request('tools/call', params);
  for (let more = 0; more < 4; more += 1) answer = await client.request('tools/call', params);
  expect(answer.error).toMatchObject({ message: expect.stringContaining('a string id') as string });
  // What tells of progress with a string for its token tells of another request.
  expect(client.heard.filter(({ params: told }) => told?.['progressToken'] === 'mine')).toEqual([]);
});

test('a server whose first answer has a string for its id is not connected', async () => {
  const gateway = gatewayWith([stringly('initialize')]);
  const client = await greeted(gateway);
  expect(namesIn(await client.request('tools/list'))).toEqual([]);
  await expect.poll(() => JSON.stringify(gateway.health())).toContain('a string id');
});

test('an answer of a client whose id is a string is none to a question, and the server is told so at once', async () => {
  const server = { name: 'one', server: { command: process.execPath, args: [program, 'legacy', 'one'] } };
  const client = await greeted(gatewayWith([server]), { elicitation: {} });
  await client.request('tools/list');
  client.onAsk = ({ id }) => ({ id: String(id), result: { action: 'accept', content: { name: 'Eve' } } });
  const answer = JSON.stringify(await client.request('tools/call', { name: 'mcp_one_ask' }));
  expect(answer).toContain('declined');
});
