import { setTimeout as pause } from 'node:timers/promises';
import { openSession } from '../../test/gateway/team/support/team-client.ts';
import { startTeam } from '../../test/gateway/team/support/team.ts';
import { type Finding, finding } from './report.ts';
import { inParallel, legacyCall, modernCall, stream, waitingServer } from './traffic.ts';

const PER_SECOND = 200;
const CALL_MS = 50;

/** `kill -9` of one of two replicas under load. Half of the calls are legacy ones. */
export async function measureLostReplica(): Promise<Finding> {
  const team = await startTeam({ servers: waitingServer });
  try {
    const sessions = await inParallel(50, 10, async () => openSession(team.port));
    const calls = stream(PER_SECOND, async (index) =>
      index % 2 === 0
        ? legacyCall(team.port, sessions[index % sessions.length] ?? '', CALL_MS)
        : modernCall(team.port, CALL_MS),
    );
    await pause(4000);
    const killedAt = performance.now();
    await team.replicas[0]?.kill();
    // Until then it may have accepted calls.
    const deadAt = performance.now();
    await pause(4000);
    const outcomes = await calls.stop();
    const failed = outcomes.filter(({ isOk }) => !isOk);
    const wereInFlight = failed.filter(({ startedAt, endedAt }) => startedAt <= deadAt && endedAt >= killedAt);
    const late = failed.map(({ endedAt }) => endedAt - killedAt);
    const after = await Promise.all(sessions.map(async (session) => legacyCall(team.port, session)));
    const isMarked = failed.every(({ status, isRetryable }) => status === 502 || isRetryable);
    return finding(
      `kill -9 of one of two replicas under ${PER_SECOND} calls per second`,
      {
        calls: outcomes.length,
        'calls in flight when it was killed, both replicas': outcomes.filter(
          ({ startedAt, endedAt }) => startedAt <= killedAt && endedAt >= killedAt,
        ).length,
        failed: failed.length,
        'failed although sent later': failed.length - wereInFlight.length,
        'slowest failure, ms after the kill': Math.round(Math.max(0, ...late)),
        'sessions that go on': `${after.filter(({ isOk }) => isOk).length} of ${sessions.length}`,
      },
      {
        'only calls in flight fail': failed.length === wereInFlight.length,
        'each within 1 s': late.every((ms) => ms <= 1000),
        'as 502 or retryable': isMarked,
        'every session goes on': after.every(({ isOk }) => isOk),
      },
    );
  } finally {
    await team.close();
  }
}
