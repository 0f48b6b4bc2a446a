import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { GatewayState } from '../../../src/gateway/state/gateway-state.ts';
import { openState } from '../../../src/gateway/state/open-state.ts';
import { freePort } from '../../../src/opencode/server/free-port.ts';
import { hasRedis, listening, type RedisServer, startRedis } from '../team/support/redis.ts';

const isDeep = process.env['PLUGBOARD_DEEP'] === '1';
const token = { name: 'alice', hash: 'a'.repeat(64), use: 'clients', created: '2026-01-01T00:00:00Z' } as const;

async function opened(url: string): Promise<GatewayState> {
  const state = await openState(url);
  onTestFinished(async () => state.close());
  return state;
}

async function redisWith(...options: readonly string[]): Promise<RedisServer> {
  const redis = await startRedis(options);
  onTestFinished(async () => redis.close());
  return redis;
}

async function ended(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL');
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
}

/** Takes tens of seconds, so they run nightly. */
describe.skipIf(!isDeep || !hasRedis)('a shared state that loses its primary (test:deep, redis-server)', () => {
  test('a cluster of three primaries, each with a replica', { timeout: 180_000 }, async () => {
    const nodes: RedisServer[] = [];
    for (let index = 0; index < 6; index += 1)
      nodes.push(await redisWith('--cluster-enabled', 'yes', '--cluster-node-timeout', '1000'));
    const addresses = nodes.map(({ port }) => `127.0.0.1:${port}`);
    const words = ['--cluster', 'create', ...addresses, '--cluster-replicas', '1', '--cluster-yes'];
    await once(spawn('redis-cli', words, { stdio: 'ignore' }), 'exit');
    for (const node of nodes)
      await expect.poll(async () => node.command('cluster', 'info'), { timeout: 60_000 }).toContain('cluster_state:ok');
    const url = `redis+cluster://${addresses.join(',')}`;
    const [one, two] = [await opened(url), await opened(url)];
    // Keys in many slots, so every node has some.
    const ids = Array.from({ length: 50 }, (_, index) => `s${index}`);
    for (const id of ids) await one.shared?.sessions.change(id, { set: { id } }, 600_000);
    for (const id of ids) expect(await two.shared?.sessions.read(id)).toEqual({ id });
    expect(await one.shared?.tokens.add(token)).toBe(true);
    await expect.poll(async () => nodes[0]?.command('info', 'replication'), { timeout: 30_000 }).toContain('online');
    await nodes[0]?.kill();
    // A replica takes over; both gateways go on with everything that was stored.
    const reads = async (state: GatewayState): Promise<unknown[]> =>
      Promise.all(ids.map(async (id) => state.shared?.sessions.read(id).catch(() => 'failed')));
    for (const state of [one, two])
      await expect.poll(async () => reads(state), { timeout: 90_000 }).toEqual(ids.map((id) => ({ id })));
    expect(await two.shared?.tokens.list()).toEqual([token]);
    const heard = new Promise((done) => void two.shared?.bus.listen(done));
    await expect
      .poll(async () => one.shared?.bus.send(two.shared?.replica ?? '', { kind: 'hello' }).catch(() => false), {
        timeout: 30_000,
      })
      .toBe(true);
    await heard;
  });

  test('three sentinels that promote a replica', { timeout: 180_000 }, async () => {
    const primary = await redisWith();
    const replica = await redisWith('--replicaof', '127.0.0.1', String(primary.port));
    await expect
      .poll(async () => primary.command('info', 'replication'), { timeout: 30_000 })
      .toContain('state=online');
    const ports: number[] = [];
    for (let index = 0; index < 3; index += 1) {
      const port = await freePort();
      ports.push(port);
      const file = join(mkdtempSync(join(tmpdir(), 'plugboard-sentinel-')), 'sentinel.conf');
      const lines = [
        `port ${port}`,
        'bind 127.0.0.1',
        `sentinel monitor main 127.0.0.1 ${primary.port} 2`,
        'sentinel down-after-milliseconds main 1000',
        'sentinel failover-timeout main 5000',
      ];
      writeFileSync(file, `${lines.join('\n')}\n`);
      const sentinel = spawn('redis-server', [file, '--sentinel'], { stdio: 'ignore' });
      onTestFinished(async () => ended(sentinel));
      await listening(port, sentinel);
    }
    const url = `redis+sentinel://${ports.map((port) => `127.0.0.1:${port}`).join(',')}/main`;
    const [one, two] = [await opened(url), await opened(url)];
    await one.shared?.sessions.change('s', { set: { a: '1' } }, 600_000);
    expect(await one.shared?.tokens.add(token)).toBe(true);
    await expect.poll(async () => replica.command('hlen', 'plugboard:1:{tokens}')).toBe('1');
    await primary.kill();
    await expect.poll(async () => replica.command('info', 'replication'), { timeout: 60_000 }).toContain('role:master');
    for (const state of [one, two]) {
      await expect
        .poll(async () => state.shared?.sessions.read('s').catch(() => 'failed'), { timeout: 60_000 })
        .toEqual({ a: '1' });
    }
    expect(await two.shared?.tokens.remove('alice')).toBe(true);
    await expect.poll(async () => one.shared?.tokens.list()).toEqual([]);
  });
});
