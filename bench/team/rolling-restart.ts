import { setTimeout as pause } from 'node:timers/promises';
import { openSession } from '../../test/gateway/team/support/team-client.ts';
import { startTeam } from '../../test/gateway/team/support/team.ts';
import { type Finding, finding } from './report.ts';
import { inParallel, legacyCall, modernCall, stream, waitingServer } from './traffic.ts';

const PER_SECOND = 200;
const ROUNDS = 3;
/** The balancer does not use a replica for a second after it left. */
const BETWEEN_MS = 1500;

/** Replicas are stopped and started in turn under load. */
export async function measureRollingRestart(): Promise<Finding> {
  const team = await startTeam({ servers: waitingServer });
  try {
    const sessions = await inParallel(50, 10, async () => openSession(team.port));
    const calls = stream(PER_SECOND, async (index) =>
      index % 2 === 0 ? legacyCall(team.port, sessions[index % sessions.length] ?? '', 50) : modernCall(team.port, 50),
    );
    await pause(1000);
    const ports = team.replicas.map(({ port }) => port);
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const port of ports) {
        await team.replicas.findLast((replica) => replica.port === port)?.stop();
        await team.startAgain(port);
        await pause(BETWEEN_MS);
      }
    }
    const outcomes = await calls.stop();
    const failed = outcomes.filter(({ isOk }) => !isOk);
    return finding(
      `${2 * ROUNDS} restarts, one replica after the other, under ${PER_SECOND} calls per second`,
      {
        calls: outcomes.length,
        failed: failed.length,
        statuses: [...new Set(failed.map(({ status }) => status))].join(),
      },
      { 'no call fails': failed.length === 0 },
    );
  } finally {
    await team.close();
  }
}
