import { openSession, post } from '../../test/gateway/team/support/team-client.ts';
import { startTeam } from '../../test/gateway/team/support/team.ts';
import { type Finding, finding } from './report.ts';
import { inParallel, legacyCall, waitingServer } from './traffic.ts';

const AT_ONCE = 20;

/** Legacy sessions from start to end over two replicas, each request on a new connection. */
export async function measureSessions(count: number): Promise<Finding> {
  const team = await startTeam({ servers: waitingServer });
  try {
    const began = performance.now();
    const results = await inParallel(count, AT_ONCE, async () => {
      try {
        const session = await openSession(team.port);
        const listed = await post(team.port, { session, body: { jsonrpc: '2.0', id: 1, method: 'tools/list' } });
        const called = await legacyCall(team.port, session);
        const ended = await post(team.port, { method: 'DELETE', session });
        return listed.status === 200 && called.isOk && ended.status === 204;
      } catch {
        return false;
      }
    });
    const failures = results.filter((isOk) => !isOk).length;
    const seconds = (performance.now() - began) / 1000;
    return finding(
      `${count} legacy sessions over two replicas, each request on a new connection`,
      { requests: 4 * count, failures, seconds: seconds.toFixed(1) },
      { 'no failures': failures === 0 },
    );
  } finally {
    await team.close();
  }
}
