import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasNginx, hasRedis } from './support/redis.ts';
import { callTool, openSession, post } from './support/team-client.ts';
import { startTeam, type Team, TOKEN } from './support/team.ts';

const program = fileURLToPath(new URL('../servers/talkative.mjs', import.meta.url));
const servers = { box: { command: process.execPath, args: [program, 'legacy'] } };

async function health(port: number): Promise<{ readonly inFlight: number; readonly calls: number }> {
  const answer = await fetch(`http://127.0.0.1:${port}/health`, { headers: { authorization: `Bearer ${TOKEN}` } });
  const { servers: known } = (await answer.json()) as { servers: { inFlight: number; calls: number }[] };
  return known[0] ?? { inFlight: 0, calls: 0 };
}

/** Calls in a steady stream until told to stop; what became of each. */
function calling(port: number, sessions: readonly string[], everyMs: number): { stop(): Promise<number[]> } {
  const statuses: Promise<number>[] = [];
  let index = 0;
  const timer = setInterval(() => {
    const session = sessions[(index += 1) % sessions.length] ?? '';
    statuses.push(callTool(port, session, 'echo').then(({ status }) => status, () => 0)); // prettier-ignore
  }, everyMs);
  return {
    async stop() {
      clearInterval(timer);
      return Promise.all(statuses);
    },
  };
}

describe.skipIf(!hasRedis || !hasNginx)('two replicas behind nginx without affinity (redis-server, nginx)', () => {
  let team: Team;
  beforeAll(async () => {
    team = await startTeam({ servers, words: ['--drain-delay', '1'] });
  });
  afterAll(async () => team.close());

  test('100 sessions, each request on a new connection', async () => {
    const walk = async (): Promise<readonly number[]> => {
      const session = await openSession(team.port);
      const listed = await post(team.port, { session, body: { jsonrpc: '2.0', id: 1, method: 'tools/list' } });
      const called = await callTool(team.port, session, 'echo');
      const ended = await post(team.port, { method: 'DELETE', session });
      const after = await callTool(team.port, session, 'echo');
      return [listed.status, called.status, ended.status, after.status];
    };
    for (let round = 0; round < 10; round += 1) {
      const results = await Promise.all(Array.from({ length: 10 }, walk));
      for (const [listed, called, ended] of results) expect([listed, called, ended]).toEqual([200, 200, 204]);
    }
  });

  test('a rolling restart fails no call', async () => {
    const sessions = await Promise.all(Array.from({ length: 10 }, async () => openSession(team.port)));
    const calls = calling(team.port, sessions, 20);
    const [first, second] = team.replicas;
    for (const replica of [first, second]) {
      await replica?.stop();
      const again = await team.startAgain(replica?.port ?? 0);
      // The balancer must use it before the next one leaves.
      await expect.poll(async () => (await health(again.port)).calls).toBeGreaterThan(5);
    }
    const statuses = await calls.stop();
    expect(statuses.length).toBeGreaterThan(20);
    expect(statuses.filter((status) => status !== 200)).toEqual([]);
  });

  test('after kill -9 of one, every session goes on at the other', async () => {
    const sessions = await Promise.all(Array.from({ length: 20 }, async () => openSession(team.port)));
    const victim = team.replicas.at(-1);
    const hanging = sessions.map(async (session) => callTool(team.port, session, 'slow').then(({ status }) => status, () => 0)); // prettier-ignore
    const inFlight = async (port: number): Promise<number> => (await health(port)).inFlight;
    const [other] = team.replicas.slice(-2);
    await expect.poll(async () => (await inFlight(victim?.port ?? 0)) + (await inFlight(other?.port ?? 0))).toBe(20);
    const lost = await inFlight(victim?.port ?? 0);
    expect(lost).toBeGreaterThan(0);
    const ends: number[] = [];
    for (const one of hanging) void one.then((status) => ends.push(status));
    await victim?.kill();
    await expect.poll(() => ends.length).toBe(lost);
    expect(ends).toEqual(Array.from({ length: lost }, () => 502));
    const after = await Promise.all(sessions.map(async (session) => callTool(team.port, session, 'echo')));
    expect(after.map(({ status }) => status)).toEqual(sessions.map(() => 200));
  });
});
