import { expect, onTestFinished, test, vi } from 'vitest';
import { openAuditStream } from '../../../src/gateway/audit/audit-stream.ts';
import { openState } from '../../../src/gateway/state/open-state.ts';
import { hasRedis, startRedis } from './support/redis.ts';

test.skipIf(!hasRedis)(
  'gateways append to one capped stream, also what happened while it was away (redis-server)',
  async () => {
    const redis = await startRedis();
    onTestFinished(async () => redis.close());
    const open = async (entries = 100_000) => {
      const state = await openState(redis.url);
      onTestFinished(async () => state.close());
      if (!state.shared) throw new Error('not shared');
      const { shared } = state;
      return { shared, log: openAuditStream(shared, { entries, mask: (text) => text.replace('secret', '***') }) };
    };
    const faults: string[] = [];
    const [one, two] = [await open(), await open()];
    // The key belongs to another program: that is said once, and nothing is lost.
    await redis.command('SET', 'plugboard:1:audit', 'x');
    const onFault = (error: unknown): void => void faults.push(String(error));
    const blocked = openAuditStream(one.shared, { entries: 100, onFault });
    blocked.note({ event: 'call', item: 'blocked' });
    await blocked.close();
    expect(faults).toEqual([expect.stringContaining('WRONGTYPE')]);
    await redis.command('DEL', 'plugboard:1:audit');
    const entries = async () => (await redis.command('XRANGE', 'plugboard:1:audit', '-', '+')).match(/\{.*\}/g) ?? [];
    one.log.note({ event: 'call', principal: 'token:alice', item: 'a secret' });
    two.log.note({ event: 'call', principal: 'token:bob' });
    await Promise.all([one.log.close(), two.log.close()]);
    const written = (await entries()).map((text) => JSON.parse(text.replaceAll('\\"', '"')) as Record<string, unknown>);
    const pairs = new Map(written.map(({ replica, principal }) => [replica, principal]));
    expect(pairs.get(one.shared.replica)).toBe('token:alice');
    expect(pairs.get(two.shared.replica)).toBe('token:bob');
    expect(JSON.stringify(written)).toContain('a ***');

    const three = await open();
    await redis.kill();
    await vi.waitFor(() => expect(three.shared.isReachable).toBe(false), { timeout: 30_000 });
    for (let index = 0; index < 10_499; index += 1) three.log.note({ event: 'call', session: String(index) });
    // So long that nothing stays in the buffer, which would be written after the store is back.
    three.log.note({ event: 'call', session: '10499', tools: Array.from({ length: 300 }, () => 'x'.repeat(250)) });
    await redis.restart();
    await vi.waitFor(async () => expect((await entries()).at(-1)).toContain('10499'), { timeout: 30_000 });
    const all = await entries();
    expect(all).toHaveLength(10_001);
    expect(all[0]).toMatch(/entries-lost.*500/);
    await three.log.close();
    const four = await open(100);
    for (let index = 0; index < 300; index += 1) four.log.note({ event: 'call' });
    await four.log.close();
    // Redis removes whole blocks of about a hundred entries.
    expect(Number(await redis.command('XLEN', 'plugboard:1:audit'))).toBeLessThan(300);
  },
);
