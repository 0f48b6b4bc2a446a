import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { requireToken } from '../../src/opencode/transport/guard.ts';
import { connect, type InProcess, startInProcess } from './support/in-process.ts';
import { makeWorld, type World } from './support/world.ts';

// OpenCode takes its time to start, all the more on a busy machine.
vi.setConfig({ testTimeout: 120_000 });

let world: World;
let clients: InProcess[];

beforeAll(async () => {
  world = await makeWorld();
  clients = [await startInProcess(world), await startInProcess(world)];
}, 120_000);

afterAll(async () => {
  await Promise.all(clients.map(({ app }) => app.close()));
  await world.model.close();
});

it('lets every client use the OpenCode that replaces one that was killed', async () => {
  for (const { peer } of clients) await peer.call('opencode_status');
  const [pid = 0] = clients[0]?.app.connection.processes ?? [];
  process.kill(pid, 'SIGKILL');
  await vi.waitFor(() => expect(clients[0]?.app.connection.processes).toEqual([]), 30_000);
  for (const { peer } of clients)
    expect(await peer.call('opencode_session_list')).toMatchObject({ isError: false, data: { sessions: [] } });
  expect(clients[0]?.app.connection.processes).toEqual(clients[1]?.app.connection.processes);
});

it('bounds what a person is asked', async () => {
  const peer = await connect((clients[0] as InProcess).app, { elicitation: {} });
  let asked = '';
  peer.answers.set('elicitation/create', (params) => {
    asked = JSON.stringify(params);
    return { action: 'decline' };
  });
  const command = `echo ${'x'.repeat(100_000)}`;
  world.model.script('long', { tool: 'bash', arguments: { command, description: 'Do it' } }, { text: 'Done.' });
  await peer.call('opencode_run', { prompt: '[[long]]', access: 'ask' });
  expect(asked).toContain('bash');
  expect(asked.length).toBeLessThan(10_000);
});

it('repeats only the beginning of the name of an unknown tool', async () => {
  const { error } = await (clients[0] as InProcess).peer.begin('tools/call', { name: 'x'.repeat(100_000) }).answer;
  expect(error?.message.length).toBeLessThan(2000);
});

it.each(['Bearer', 'bearer', 'BEARER'])('accepts a token after %s', (scheme) => {
  const request = new Request('http://127.0.0.1/mcp', { headers: { authorization: `${scheme} t` } });
  expect(requireToken(request, 't')).toBeUndefined();
  expect(requireToken(request, 'other')?.status).toBe(401);
});
