import { readdirSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { openSession, post } from '../../test/gateway/team/support/team-client.ts';
import { startTeam } from '../../test/gateway/team/support/team.ts';
import { memoryOf } from '../gateway/processes.ts';
import { type Finding, finding } from './report.ts';
import { legacyCall, modernCall, quantile, stream, waitingServer } from './traffic.ts';

/** Sessions come and go and calls are made for a long time: memory and handles must not grow. */
export async function measureSoak(minutes: number): Promise<Finding> {
  const team = await startTeam({ servers: waitingServer });
  try {
    const pids = team.replicas.map(({ pid }) => pid);
    const handles = (): number => pids.reduce((sum, pid) => sum + readdirSync(`/proc/${pid}/fd`).length, 0);
    let failed = 0;
    let made = 0;
    const samples: { memory: number; handles: number }[] = [];
    const until = performance.now() + minutes * 60_000;
    while (performance.now() < until) {
      const slice = stream(40, async (index) => {
        if (index % 4 !== 0) return modernCall(team.port, 5);
        const session = await openSession(team.port);
        const outcome = await legacyCall(team.port, session, 5);
        await post(team.port, { method: 'DELETE', session });
        return outcome;
      });
      await pause(Math.min(10_000, Math.max(1000, minutes * 3000)));
      const outcomes = await slice.stop();
      made += outcomes.length;
      failed += outcomes.filter(({ isOk }) => !isOk).length;
      samples.push({ memory: memoryOf(pids), handles: handles() });
    }
    // The first fifth warms up.
    const rest = samples.slice(Math.ceil(samples.length / 5));
    const half = Math.floor(rest.length / 2);
    const median = (part: typeof samples, key: 'memory' | 'handles'): number =>
      quantile(part.map((sample) => sample[key]), 0.5); // prettier-ignore
    const [early, late] = [rest.slice(0, half), rest.slice(half)];
    const growth = median(late, 'memory') / median(early, 'memory');
    return finding(
      `soak of ${minutes} minutes, two replicas`,
      {
        calls: made,
        failed,
        samples: samples.length,
        'memory of both, first and second half, MB': `${median(early, 'memory').toFixed(0)}, ${median(late, 'memory').toFixed(0)}`,
        'handles of both, first and second half': `${median(early, 'handles')}, ${median(late, 'handles')}`,
      },
      {
        'no call fails': failed === 0,
        'memory grows by less than 10 %': growth < 1.1,
        'no handle is left': median(late, 'handles') <= median(early, 'handles') + 2,
      },
    );
  } finally {
    await team.close();
  }
}
