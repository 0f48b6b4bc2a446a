import { describe, expect, it } from 'vitest';
import { issueToken, NamedTokens } from '../../../src/gateway/auth/named-tokens.ts';
import { TokensUnavailable } from '../../../src/model/named-token.ts';
import { scriptedGateway } from '../http/support/scripted-gateway.ts';
import { ask, listen, modern } from '../http/support/visitor.ts';
import { bearer, frontWithTokens, initializeAs, memoryTokens } from './support/tokens.ts';

const future = new Date(Date.now() + 3_600_000).toISOString();
const past = new Date(Date.now() - 1000).toISOString();

describe('a named token', () => {
  it('lets its holder in, under its name and within its view', async () => {
    const [gateway, store] = [scriptedGateway(), memoryTokens()];
    const alice = await store.issue('alice', { view: '?only=github', expires: future });
    const door = await frontWithTokens(gateway, store);
    const { headers, body } = modern('tools/list');
    const answer = await ask(door, { headers: { ...headers, ...bearer(alice) }, body, path: '/mcp/cursor' });
    expect(answer.status).toBe(200);
    const account = expect.stringMatching(/^token:alice [\da-f]{32}$/) as string;
    expect(gateway.sessions.map(({ options }) => options)).toEqual([
      { isStateless: true, principal: 'token:alice', account, within: '?only=github', view: 'cursor' },
    ]);
  });

  it('is rejected if it is unknown, expired, revoked or written differently', async () => {
    const [gateway, store] = [scriptedGateway(), memoryTokens()];
    const tokens = {
      unknown: issueToken().token,
      expired: await store.issue('old', { expires: past }),
      dateless: await store.issue('odd', { expires: 'soon' }),
      good: await store.issue('good'),
    };
    const door = await frontWithTokens(gateway, store);
    const { headers, body } = modern('tools/list');
    const status = async (token: string): Promise<number> =>
      (await ask(door, { headers: { ...headers, ...bearer(token) }, body })).status;
    expect(await status(tokens.good)).toBe(200);
    for (const token of [tokens.unknown, tokens.expired, tokens.dateless, tokens.good.slice(0, -1), `${tokens.good}x`])
      expect(await status(token)).toBe(401);
    const wrongCase = tokens.good.replace(/[a-z]$|[A-Z]$/, (letter) =>
      letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
    );
    if (wrongCase !== tokens.good) expect(await status(wrongCase)).toBe(401);
    await store.remove('good');
    await expect.poll(() => status(tokens.good)).toBe(401);
  });

  it('that is revoked ends the sessions and streams of its holder, and of nobody else', async () => {
    const [gateway, store] = [scriptedGateway(), memoryTokens()];
    const [alice, bob] = [await store.issue('alice'), await store.issue('bob')];
    const door = await frontWithTokens(gateway, store);
    const [ofAlice, ofBob] = [await initializeAs(door, alice), await initializeAs(door, bob)];
    const [hers, his] = [
      await listen(door, { method: 'GET', headers: { ...ofAlice, ...bearer(alice) } }),
      await listen(door, { method: 'GET', headers: { ...ofBob, ...bearer(bob) } }),
    ];
    await store.remove('alice');
    expect(await hers.next()).toBeUndefined();
    expect(gateway.sessions.map(({ isClosed }) => isClosed)).toEqual([true, false]);
    gateway.sessions[1]?.send({ method: 'notifications/tools/list_changed' });
    expect((await his.next())?.data).toContain('list_changed');
  });

  it('whose view changed ends its sessions, so that nothing wider stays open', async () => {
    const [gateway, store] = [scriptedGateway(), memoryTokens()];
    const alice = await store.issue('alice');
    const door = await frontWithTokens(gateway, store);
    await initializeAs(door, alice);
    const [record] = await store.list();
    if (!record) throw new Error('no token');
    await store.remove('alice');
    await store.add({ ...record, view: '?only=github' });
    await expect.poll(() => gateway.sessions[0]?.isClosed).toBe(true);
  });

  it('for metrics reads those and nothing else; others do not read them', async () => {
    const [gateway, store] = [scriptedGateway(), memoryTokens()];
    const [metrics, alice] = [await store.issue('prometheus', { use: 'metrics' }), await store.issue('alice')];
    const door = await frontWithTokens(gateway, store);
    const get = async (path: string, token: string): Promise<number> =>
      (await ask(door, { method: 'GET', path, headers: bearer(token) })).status;
    expect([await get('/metrics', metrics), await get('/metrics', alice)]).toEqual([200, 403]);
    const { headers, body } = modern('tools/list');
    expect((await ask(door, { headers: { ...headers, ...bearer(metrics) }, body })).status).toBe(403);
    const health = async (token: string): Promise<unknown> =>
      (await ask(door, { method: 'GET', path: '/health', headers: bearer(token) })).json;
    expect(await health(metrics)).toMatchObject({ servers: [{ name: 'one' }] });
    expect(await health(alice)).toEqual({ status: 'ok' });
    expect(gateway.sessions).toEqual([]);
  });

  it('has its last use recorded, without a write per request', async () => {
    const store = memoryTokens();
    const token = await store.issue('alice');
    const tokens = new NamedTokens(store);
    await tokens.start();
    for (let count = 0; count < 1000; count += 1) tokens.verify(token);
    expect(store.writes).toEqual([]);
    await tokens.close();
    expect(store.writes.map((uses) => [...uses.keys()])).toEqual([['alice']]);
  });

  it('is not valid when the store cannot be read, or holds an invalid view', async () => {
    const store = memoryTokens();
    const token = await store.issue('alice', { view: '?everything=yes' });
    const faults: unknown[] = [];
    const tokens = new NamedTokens(store, { onFault: (error) => faults.push(error) });
    await tokens.start();
    expect(tokens.verify(token)).toMatchObject({ fault: 'invalid_token' });
    expect(faults).toHaveLength(1);
    await tokens.close();
  });
});

describe('named tokens whose store cannot be reached', () => {
  it('stay valid for ten minutes, unless they expire; then they and all others get 503, and sessions end', async () => {
    const [gateway, store] = [scriptedGateway(), memoryTokens()];
    let [now, isAway] = [Date.now(), false];
    const alice = await store.issue('alice');
    const soon = await store.issue('soon', { expires: new Date(now + 60_000).toISOString() });
    const list = store.list;
    Object.assign(store, {
      list: async () => (isAway ? Promise.reject(new TokensUnavailable('away')) : list()),
    });
    const faults: unknown[] = [];
    const door = await frontWithTokens(gateway, store, {}, { now: () => now, onFault: (error) => faults.push(error) });
    const status = async (token: string): Promise<number> => {
      const { headers, body } = modern('tools/list');
      return (await ask(door, { headers: { ...headers, ...bearer(token) }, body })).status;
    };
    const session = await initializeAs(door, alice);
    isAway = true;
    // The store announces a change, so it is read.
    await store.remove('nobody');
    await expect.poll(() => status(issueToken().token)).toBe(503);
    expect([await status(alice), await status(soon)]).toEqual([200, 200]);
    now += 9 * 60_000;
    await store.remove('nobody');
    expect([await status(alice), await status(soon)]).toEqual([200, 401]);
    const stream = await listen(door, { method: 'GET', headers: session });
    now += 2 * 60_000;
    await store.remove('nobody');
    expect(await stream.next()).toBeUndefined();
    expect([await status(alice), await status(soon)]).toEqual([503, 503]);
    await store.remove('nobody');
    isAway = false;
    await store.remove('nobody');
    await expect.poll(() => status(alice)).toBe(200);
    expect(faults.map(String)).toEqual(['TokensUnavailable: away']);
  });
});
