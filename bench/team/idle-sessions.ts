import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { createGateway } from '../../src/gateway/create-gateway.ts';
import { serveHttp } from '../../src/gateway/http/serve-http.ts';
import { openState } from '../../src/gateway/state/open-state.ts';
import { startRedis } from '../../test/gateway/team/support/redis.ts';
import { openSession } from '../../test/gateway/team/support/team-client.ts';
import { TOKEN } from '../../test/gateway/team/support/team.ts';
import { type Finding, finding } from './report.ts';
import { inParallel } from './traffic.ts';

/** Memory of sessions that do nothing: at the gateway, and in Redis. */
export async function measureIdleSessions(count: number): Promise<Finding> {
  const redis = await startRedis();
  try {
    const embedded = await bytesPerSession('memory', count);
    const usedBefore = await usedBy(redis);
    const shared = await bytesPerSession(redis.url, count);
    const inRedis = ((await usedBy(redis)) - usedBefore) / count;
    return finding(
      `${count} idle sessions, bytes each`,
      {
        'gateway, embedded': Math.round(embedded),
        'gateway, with Redis': Math.round(shared),
        'in Redis': Math.round(inRedis),
      },
      {
        'at most 10 KB embedded': embedded <= 10_240,
        'at most 10 KB with Redis, both together': shared + inRedis <= 10_240,
      },
    );
  } finally {
    await redis.close();
  }
}

async function usedBy(redis: Awaited<ReturnType<typeof startRedis>>): Promise<number> {
  return Number(/used_memory:(\d+)/.exec(await redis.command('info', 'memory'))?.[1] ?? 0);
}

async function bytesPerSession(where: string, count: number): Promise<number> {
  const state = await openState(where);
  const none: Map<string, unknown> = new Map();
  const gateway = createGateway({
    servers: [],
    env: {},
    platform: 'linux',
    resolve: async () => {
      throw new Error('no servers');
    },
    permission: async () => 'approved',
    clientInfo: { name: 'bench', version: '1' },
    cache: { read: async (key) => none.get(key), write: async () => {} },
    state,
  });
  const front = await serveHttp(gateway, { token: TOKEN, limits: { sessions: 2 * count } });
  try {
    const { port } = front.address;
    await inParallel(500, 20, async () => openSession(port));
    const before = memory();
    await inParallel(count, 20, async () => openSession(port));
    return (memory() - before) / count;
  } finally {
    await front.close();
    await gateway.close();
    await state.close();
  }
}

function memory(): number {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  for (let index = 0; index < 3; index += 1) collect();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
