import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { bits } from '../store/support/box.ts';
import { startInProcess } from './support/in-process.ts';
import { type ProgramPeer, startProgram } from './support/program-peer.ts';
import { makeWorld, type World } from './support/world.ts';

// OpenCode takes its time to start, all the more on a busy machine.
vi.setConfig({ testTimeout: 180_000 });

let world: World;
const cleanUp: (() => unknown)[] = [];

beforeAll(async () => {
  world = await makeWorld();
});

afterEach(async () => {
  for (const step of cleanUp.splice(0)) await step();
});

afterAll(() => world.model.close());

async function client(): Promise<ProgramPeer> {
  const started = startProgram([], { ...world.env, OPENCODE_LOG_LEVEL: 'info' }, world.project);
  cleanUp.push(() => started.child.kill('SIGKILL'));
  await started.peer.open();
  return started;
}

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

/** The record of the server that clients of this world share. */
function record(): { readonly pid: number; readonly leases: readonly object[]; readonly path: string } {
  const folder = join(world.home, '.local/state/plugboard/opencode-servers');
  const path = join(folder, readdirSync(folder)[0] ?? '', 'server.json');
  return { ...JSON.parse(readFileSync(path, 'utf8')), path };
}

describe('two clients of one user', () => {
  it('share one OpenCode, see each other at work, and the last one ends it', async () => {
    const [first, second] = await Promise.all([client(), client()]);
    await Promise.all([first.peer.call('opencode_status'), second.peer.call('opencode_status')]);
    const { pid, leases, path } = record();
    expect(leases).toHaveLength(2);
    expect(bits(statSync(path).mode)).toBe(bits(0o600));
    expect([first, second].filter(({ log }) => log().includes('as process'))).toHaveLength(1);
    world.model.script('long', { hang: true });
    const { data } = await first.peer.call('opencode_run', { prompt: '[[long]]', waitSeconds: 0 });
    const { sessionId } = data;
    const seen = await second.peer.call('opencode_session_status', { sessionIds: [sessionId] });
    expect(seen.data['sessions']).toMatchObject([{ status: 'running' }]);
    second.child.stdin?.end();
    expect(await second.exited).toBe(0);
    expect(isAlive(pid)).toBe(true);
    const still = await first.peer.call('opencode_session_status', { sessionIds: [sessionId] });
    expect(still.data['sessions']).toMatchObject([{ status: 'running' }]);
    first.child.kill('SIGTERM');
    expect(await first.exited).toBe(0);
    expect(isAlive(pid)).toBe(false);
  });

  it('do not restart it under each other, and both go on when it was killed', async () => {
    const [first, second] = await Promise.all([client(), client()]);
    await Promise.all([first.peer.call('opencode_status'), second.peer.call('opencode_status')]);
    await first.peer.call('opencode_toolset_enable', { toolset: 'admin' });
    const refused = await first.peer.call('opencode_instance_reload', { server: true });
    expect(refused.data).toMatchObject({ code: 'CONFIRMATION_REQUIRED' });
    const { pid } = record();
    process.kill(pid, 'SIGKILL');
    for (const { peer } of [first, second]) {
      const lost = await peer.call('opencode_status');
      // The suggestion to try again has to come true.
      if (lost.isError) expect(lost.data).toMatchObject({ code: 'SERVER_UNREACHABLE' });
      expect((await peer.call('opencode_status')).isError).toBe(false);
    }
    expect(record().pid).not.toBe(pid);
    expect(record().leases).toHaveLength(2);
  });
});

describe('a client that was killed', () => {
  it('leaves a server that the next client uses, and ends', async () => {
    const first = await client();
    await first.peer.call('opencode_status');
    const { pid } = record();
    first.child.kill('SIGKILL');
    await first.exited;
    const next = await startInProcess(world);
    await next.peer.call('opencode_status');
    expect(record()).toMatchObject({ pid, leases: [{ pid: process.pid }] });
    await next.app.close();
    expect(isAlive(pid)).toBe(false);
  });
});
