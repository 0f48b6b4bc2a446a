import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { isDeep } from '../support/deep.ts';
import { type InProcess, startInProcess } from './support/in-process.ts';
import type { Peer, ToolAnswer } from './support/peer.ts';
import { makeWorld, type World } from './support/world.ts';

// OpenCode takes its time to start, all the more on a busy machine.
vi.setConfig({ testTimeout: 180_000 });

let world: World;
let server: InProcess;
let peer: Peer;
/** Directories of the requests to OpenCode so far. */
const asked: string[] = [];

beforeAll(async () => {
  world = await makeWorld();
  server = await startInProcess(world);
  peer = server.peer;
  const { fetch } = globalThis;
  vi.spyOn(globalThis, 'fetch').mockImplementation((input, init) => {
    if (input instanceof URL) asked.push(input.searchParams.get('directory') ?? '');
    return fetch(input, init);
  });
});

afterAll(async () => {
  vi.restoreAllMocks();
  await server.app.close();
  await world.model.close();
});

const call = async (name: string, args: object): Promise<ToolAnswer['data']> => (await peer.call(name, args)).data;
const bash = (command: string) => ({ tool: 'bash', arguments: { command, description: 'Do it' } });

// A directory in which OpenCode has not worked yet is slow to begin.
describe('a call that is canceled early', () => {
  const isAsked = (directory: string): boolean =>
    world.model.requests.some(({ messages }) => {
      const text = JSON.stringify(messages);
      return text.includes('[[early]]') && text.includes(directory);
    });
  const requestsFor = (directory: string): number => asked.filter((one) => one === directory).length;
  const moments: [string, (directory: string) => boolean][] = [
    ['at once', () => true],
    ...(isDeep ? [1, 2, 3, 5, 7, 9, 12] : [2, 5, 9]).map((count): [string, (directory: string) => boolean] => [
      `with request ${count} to OpenCode`,
      (directory) => requestsFor(directory) >= count,
    ]),
    ['when its session is open', () => server.app.busy.size > 0],
    ['when the model is asked', isAsked],
  ];

  it.each(moments)('stops its turn, and the directory stays usable: %s', async (_, isTime) => {
    const directory = world.newProject();
    world.model.script('early', bash('sleep 20; echo late > late.txt'), { text: 'Late.' });
    const { id } = peer.begin('tools/call', {
      name: 'opencode_run',
      arguments: { prompt: '[[early]]', access: 'full', directory },
    });
    await expect.poll(() => isTime(directory), { timeout: 60_000, interval: 1 }).toBe(true);
    peer.notify('notifications/cancelled', { requestId: id });
    // The canceled call no longer counts as being at work when it has stopped its turn.
    await expect.poll(() => server.app.busy.size, { timeout: 60_000 }).toBe(0);
    const next = await call('opencode_run', { prompt: 'Still there?', directory });
    expect(next).toMatchObject({ status: 'completed', answer: 'You said: Still there?' });
    const { sessions } = await call('opencode_session_list', { directory });
    const sessionIds = sessions.map(({ sessionId }: { sessionId: string }) => sessionId);
    const states = await call('opencode_session_status', { sessionIds });
    expect(states['sessions'].map(({ status }: { status: string }) => status)).not.toContain('running');
    expect(existsSync(join(directory, 'late.txt'))).toBe(false);
  });
});
