import { setTimeout as pause } from 'node:timers/promises';
import { openSession } from '../../test/gateway/team/support/team-client.ts';
import { startTeam, type Team } from '../../test/gateway/team/support/team.ts';
import { type Finding, finding } from './report.ts';
import { inParallel, legacyCall, modernCall, quantile, stream, waitingServer } from './traffic.ts';

/** Redis is killed and comes back empty. */
export async function measureStoreOutage(seconds: number): Promise<Finding> {
  const team = await startTeam({ servers: waitingServer });
  try {
    const sessions = await inParallel(20, 10, async () => openSession(team.port));
    // Both replicas know all sessions.
    for (const { port } of team.replicas) for (const session of sessions) await legacyCall(port, session);
    const calls = stream(50, async (index) =>
      index % 2 === 0 ? legacyCall(team.port, sessions[index % sessions.length] ?? '') : modernCall(team.port),
    );
    await pause(2000);
    const killedAt = performance.now();
    await team.redis.kill();
    await pause(1500);
    const during = await readiness(team);
    const fresh = await inParallel(10, 5, async () => openSession(team.port).catch(() => ''));
    await pause(seconds * 1000 - 1500);
    await team.redis.restart();
    const backAt = performance.now();
    while ((await readiness(team)).some((status) => status !== 'ready')) await pause(20);
    const healedMs = performance.now() - backAt;
    await pause(1000);
    const outcomes = await calls.stop();
    const failed = outcomes.filter(({ isOk }) => !isOk).length;
    const slow = outcomes.filter(({ startedAt }) => startedAt > killedAt).map((one) => one.endedAt - one.startedAt);
    const known = [...sessions, ...fresh.filter(Boolean)];
    const after = await Promise.all(
      team.replicas.flatMap(({ port }) => known.map(async (session) => legacyCall(port, session))),
    );
    return finding(
      `Redis killed for ${seconds} s, back without its data`,
      {
        calls: outcomes.length,
        failed,
        'p99 since the kill, ms': Math.round(quantile(slow, 0.99)),
        '/ready meanwhile': during.join(', '),
        'sessions opened meanwhile': fresh.filter(Boolean).length,
        'ready again after, ms': Math.round(healedMs),
        'sessions served by both replicas afterwards': `${after.filter(({ isOk }) => isOk).length} of ${after.length}`,
      },
      {
        'no call fails': failed === 0,
        'degraded meanwhile': during.every((status) => status === 'degraded'),
        heals: after.every(({ isOk }) => isOk),
      },
    );
  } finally {
    await team.close();
  }
}

async function readiness({ replicas }: Team): Promise<string[]> {
  return Promise.all(
    replicas.map(async ({ port }) => {
      const answer = await fetch(`http://127.0.0.1:${port}/ready`);
      return ((await answer.json()) as { status: string }).status;
    }),
  );
}
