import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { issueToken } from '../../../src/gateway/auth/named-tokens.ts';
import type { HttpFront } from '../../../src/gateway/http/serve-http.ts';
import type { SharedState } from '../../../src/gateway/state/gateway-state.ts';
import { openState } from '../../../src/gateway/state/open-state.ts';
import type { NamedToken } from '../../../src/model/named-token.ts';
import { bearer, frontWithTokens, initializeAs } from '../auth/support/tokens.ts';
import { scriptedGateway } from '../http/support/scripted-gateway.ts';
import { ask, listen, modern } from '../http/support/visitor.ts';
import { hasRedis, type RedisServer, startRedis } from './support/redis.ts';

describe.skipIf(!hasRedis)('named tokens in a shared state (redis-server)', () => {
  let redis: RedisServer;
  let teams = 0;
  beforeAll(async () => {
    redis = await startRedis();
  });
  afterAll(async () => redis.close());

  /** Two replicas, and the state as a command opens it. */
  async function team(): Promise<{ doors: HttpFront[]; shared: SharedState; prefix: string; faults: unknown[] }> {
    teams += 1;
    const prefix = `tokens-${teams}`;
    const faults: unknown[] = [];
    const open = async (): Promise<SharedState> => {
      const state = await openState(`${redis.url}?prefix=${prefix}`);
      onTestFinished(async () => state.close());
      if (!state.shared) throw new Error('not shared');
      return state.shared;
    };
    const door = async (): Promise<HttpFront> =>
      frontWithTokens(scriptedGateway(), (await open()).tokens, {}, { onFault: (error) => faults.push(error) });
    return { doors: [await door(), await door()], shared: await open(), prefix, faults };
  }

  async function issue({ tokens }: SharedState, name: string, fields: Partial<NamedToken> = {}): Promise<string> {
    const { token, hash } = issueToken();
    expect(await tokens.add({ name, hash, use: 'clients', created: new Date().toISOString(), ...fields })).toBe(true);
    return token;
  }

  async function statuses(doors: readonly HttpFront[], token: string): Promise<number[]> {
    const { headers, body } = modern('tools/list');
    const answers = doors.map(async (door) => ask(door, { headers: { ...headers, ...bearer(token) }, body }));
    return (await Promise.all(answers)).map(({ status }) => status);
  }

  test('one is accepted at every replica, as a hash only, and refused at every replica once it is revoked', async () => {
    const { doors, shared, prefix } = await team();
    const alice = await issue(shared, 'alice', { view: '?only=box' });
    const bob = await issue(shared, 'bob');
    await expect.poll(() => statuses(doors, alice)).toEqual([200, 200]);
    expect(await redis.command('HGETALL', `${prefix}:1:{tokens}`)).not.toContain(alice);
    const streams = await Promise.all(
      doors.map(async (door) => listen(door, { method: 'GET', headers: await initializeAs(door, alice) })),
    );
    expect(await shared.tokens.remove('alice')).toBe(true);
    for (const stream of streams) expect(await stream.next()).toBeUndefined();
    expect(await statuses(doors, alice)).toEqual([401, 401]);
    expect(await statuses(doors, bob)).toEqual([200, 200]);
    expect(await shared.tokens.remove('alice')).toBe(false);
    expect(await shared.tokens.add({ name: 'bob', hash: 'x', use: 'clients', created: '' })).toBe(false);
  });

  test('the last use at any replica counts, and belongs to the token that is there', async () => {
    const { shared } = await team();
    await issue(shared, 'alice');
    const [early, late] = [new Date('2026-01-01T00:00:00Z'), new Date('2026-01-02T00:00:00Z')];
    await shared.tokens.noteUses(new Map([['alice', late]]));
    await shared.tokens.noteUses(
      new Map([
        ['alice', early],
        ['gone', late],
      ]),
    );
    expect(await shared.tokens.lastUses()).toEqual(new Map([['alice', late]]));
    await shared.tokens.remove('alice');
    expect(await shared.tokens.lastUses()).toEqual(new Map());
  });

  test('a damaged record grants nothing and locks nobody else out', async () => {
    const { doors, shared, prefix, faults } = await team();
    const alice = await issue(shared, 'alice');
    const { token: forged, hash } = issueToken();
    const created = new Date().toISOString();
    const records: Record<string, unknown> = {
      text: 'not JSON',
      other: { name: 'alice', hash, use: 'clients', created },
      view: { name: 'view', hash, use: 'clients', created, view: '?anything=1' },
      use: { name: 'use', hash, use: 'all', created },
      expiry: { name: 'expiry', hash, use: 'clients', created, expires: 5 },
    };
    for (const [name, record] of Object.entries(records))
      await redis.command('HSET', `${prefix}:1:{tokens}`, name, JSON.stringify(record));
    await shared.bus.broadcast({ kind: 'tokens' });
    await expect.poll(() => statuses(doors, alice)).toEqual([200, 200]);
    expect(await statuses(doors, forged)).toEqual([401, 401]);
    // Not what we wrote: nobody is let in.
    await redis.command('SET', `${prefix}:1:{tokens}`, 'x');
    await shared.bus.broadcast({ kind: 'tokens' });
    await expect.poll(() => statuses(doors, alice)).toEqual([401, 401]);
    expect(faults.map(String)).toHaveLength(2);
  });

  test('without the store, known tokens go on and nothing else is let in; an empty store lets nobody in', async () => {
    const { doors, shared } = await team();
    const alice = await issue(shared, 'alice');
    const soon = await issue(shared, 'soon', { expires: new Date(Date.now() + 2000).toISOString() });
    await expect.poll(() => statuses(doors, soon)).toEqual([200, 200]);
    await redis.kill();
    await vi.waitFor(() => expect(shared.isReachable).toBe(false), { timeout: 30_000 });
    await expect(shared.tokens.remove('alice')).rejects.toThrow('cannot be reached');
    // The replicas read again within five seconds, and then know that there may be other tokens.
    await vi.waitFor(async () => expect(await statuses(doors, issueToken().token)).toEqual([503, 503]), {
      timeout: 30_000,
    });
    expect(await statuses(doors, alice)).toEqual([200, 200]);
    await vi.waitFor(async () => expect(await statuses(doors, soon)).toEqual([401, 401]), { timeout: 30_000 });
    await redis.restart();
    await vi.waitFor(async () => expect(await statuses(doors, alice)).toEqual([401, 401]), { timeout: 30_000 });
  });
});
