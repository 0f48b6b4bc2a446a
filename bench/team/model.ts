import type { RedisServer } from '../../test/gateway/team/support/redis.ts';
import { startTeam } from '../../test/gateway/team/support/team.ts';
import { cpuOf } from '../gateway/processes.ts';
import { cpuPerCall } from './cpu.ts';
import { type Finding, finding } from './report.ts';
import { quantile, waitingServer } from './traffic.ts';

const ROUNDS = 3;

/**
 * Throughput: replicas do not wait for each other, so `replicas / gateway CPU per call`, until the one thread of Redis is
 * busy: `1 / (operations per call × Redis CPU per operation)`. The model holds if the CPU time per call does not depend on
 * the number of replicas, which this checks with one and two.
 */
export async function measureModel(): Promise<Finding> {
  const figures: Record<string, string> = {};
  const gateway: number[] = [];
  for (const replicas of [1, 2]) {
    for (const words of [[], ['--rate', '20000']]) {
      const team = await startTeam({ servers: waitingServer, replicas, words });
      try {
        await cpuPerCall(team, 'modern');
        const [opsBefore, redisBefore, calls] = [
          await operations(team.redis),
          cpuOf([team.redis.pid]),
          3000 * replicas,
        ];
        const rounds: number[] = [];
        for (let round = 0; round < ROUNDS; round += 1) rounds.push(await cpuPerCall(team, 'modern', calls));
        const cpu = quantile(rounds, 0.5);
        const ops = ((await operations(team.redis)) - opsBefore) / (calls * ROUNDS);
        const redis = (cpuOf([team.redis.pid]) - redisBefore) / (calls * ROUNDS);
        const name = `${replicas} ${replicas === 1 ? 'replica' : 'replicas'}, ${words.length === 0 ? 'no limit' : 'with a limit'}`;
        const bound = Math.min((replicas * 1e6) / cpu, ops < 0.01 ? Infinity : 1e6 / redis);
        if (words.length === 0) gateway.push(cpu);
        figures[name] =
          `gateway ${cpu.toFixed(0)} µs, Redis ${redis.toFixed(1)} µs, ${ops.toFixed(2)} operations per call; ` +
          `at most ${Math.round(bound)} calls/s with a core for each process`;
      } finally {
        await team.close();
      }
    }
  }
  const [one = 0, two = 0] = gateway;
  return finding(
    'throughput against replicas',
    { ...figures, 'CPU per call, 2 replicas / 1': (two / one).toFixed(2) },
    {
      'CPU per call does not depend on the number of replicas (±25 %)': Math.abs(two / one - 1) <= 0.25,
    },
  );
}

/** Commands that Redis ran, without those that only keep connections alive. */
async function operations(redis: RedisServer): Promise<number> {
  const lines = (await redis.command('info', 'commandstats')).split('\n');
  const counted = lines.filter((line) => /^cmdstat_(?:evalsha|eval|get|set|hgetall|getex|xadd)\b/.test(line));
  return counted.reduce((sum, line) => sum + Number(/calls=(\d+)/.exec(line)?.[1] ?? 0), 0);
}
