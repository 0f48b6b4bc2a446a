import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { BusMessage, GatewayState } from '../../../src/gateway/state/gateway-state.ts';
import { openState } from '../../../src/gateway/state/open-state.ts';
import { freePort } from '../../../src/opencode/server/free-port.ts';
import { hasRedis, listening, type RedisServer, startRedis } from '../team/support/redis.ts';

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

/** A session record, a value, a limit and a message, from one replica to another. */
async function shares(url: string): Promise<void> {
  const [one, two] = [await opened(url), await opened(url)];
  await one.shared?.sessions.change('s', { set: { a: '1' } }, 60_000);
  expect(await two.shared?.sessions.read('s')).toEqual({ a: '1' });
  await one.shared?.sessions.end('s', 60_000);
  await one.shared?.sessions.change('s', { set: { a: '2' } }, 60_000);
  expect(await two.shared?.sessions.read('s')).toBe('ended');
  const heard = new Promise<BusMessage>((done) => void two.shared?.bus.listen(done));
  expect(await one.shared?.bus.send(two.shared?.replica ?? '', { kind: 'hello' })).toBe(true);
  expect(await heard).toMatchObject({ kind: 'hello', from: one.shared?.replica });
  expect(await one.shared?.bus.send('000000000000', { kind: 'hello' })).toBe(false);
  const rate = { perSecond: 0.001, burst: 2 };
  const waits = [await one.take('x', rate), await two.take('x', rate), await one.take('x', rate)];
  expect([waits[0], waits[1], Number(waits[2]) > 0]).toEqual([0, 0, true]);
  const token = { name: 'alice', hash: 'a'.repeat(64), use: 'clients', created: new Date().toISOString() } as const;
  expect(await one.shared?.tokens.add(token)).toBe(true);
  await one.shared?.tokens.noteUses(new Map([['alice', new Date(5)]]));
  expect(await two.shared?.tokens.list()).toEqual([token]);
  expect(await two.shared?.tokens.lastUses()).toEqual(new Map([['alice', new Date(5)]]));
  expect(await two.shared?.tokens.remove('alice')).toBe(true);
  await one.shared?.appendAudit(['{}', '{}'], 10);
  await one.shared?.sealed.put('flow', 'sealed', 60_000);
  expect([await two.shared?.sealed.take('flow'), await one.shared?.sealed.take('flow')]).toEqual(['sealed', undefined]);
  await one.shared?.sealed.putInGroup('g', 'f', 'sealed');
  expect(await two.shared?.sealed.readGroup('g')).toEqual({ f: 'sealed' });
  expect(await two.shared?.sealed.exclusively('lock', async () => 'done')).toBe('done');
  one.shared?.events.append('e', { stream: 'r.1', number: 1, text: '{}', ids: '[1]' });
  await expect
    .poll(async () => two.shared?.events.read('e'))
    .toEqual([{ stream: 'r.1', number: 1, text: '{}', ids: '[1]' }]);
}

describe.skipIf(!hasRedis)('the shared state with real servers (redis-server)', () => {
  test('one server', async () => {
    await shares((await redisWith()).url);
  });

  test('a password', async () => {
    const { port } = await redisWith('--requirepass', 'p@ss word');
    await shares(`redis://:p%40ss%20word@127.0.0.1:${port}/3`);
    const refused = await opened(`redis://:wrong@127.0.0.1:${port}`);
    expect(refused.shared?.isReachable).toBe(false);
  });

  test('a cluster', async () => {
    const redis = await redisWith('--cluster-enabled', 'yes');
    await redis.command('cluster', 'addslotsrange', '0', '16383');
    await expect.poll(async () => redis.command('cluster', 'info')).toContain('cluster_state:ok');
    await shares(`redis+cluster://127.0.0.1:${redis.port}`);
  });

  test('a sentinel', async () => {
    const redis = await redisWith();
    const port = await freePort();
    const file = join(mkdtempSync(join(tmpdir(), 'plugboard-sentinel-')), 'sentinel.conf');
    writeFileSync(file, `port ${port}\nbind 127.0.0.1\nsentinel monitor main 127.0.0.1 ${redis.port} 1\n`);
    const sentinel = spawn('redis-server', [file, '--sentinel'], { stdio: 'ignore' });
    onTestFinished(async () => {
      sentinel.kill('SIGKILL');
      if (sentinel.exitCode === null && sentinel.signalCode === null) await once(sentinel, 'exit');
    });
    await listening(port, sentinel);
    await shares(`redis+sentinel://127.0.0.1:${port}/main`);
  });
});
