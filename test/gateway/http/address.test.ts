import { describe, expect, it } from 'vitest';
import { addresses } from '../../../src/gateway/http/address.ts';
import { scriptedGateway } from './support/scripted-gateway.ts';
import { ask, front, initialize, modern, type Sent } from './support/visitor.ts';

const discover: Sent = modern('server/discover');
const ping = { jsonrpc: '2.0', id: 1, method: 'ping' };

describe('an address', () => {
  it.each([
    ['/mcp', undefined],
    ['/mcp/', undefined],
    ['/mcp?', undefined],
    ['/mcp/cursor', 'cursor'],
    ['/mcp/cursor/?only=b,a', 'cursor?only=a,b'],
    ['/mcp/cursor?deny=b&only=a%2Cb&deny=a', 'cursor?only=a,b&deny=a&deny=b'],
    ['/mcp?names=plain', '?names=plain'],
  ])('%s', (url, view) => {
    expect(addresses()(url)).toEqual(view === undefined ? {} : { view });
  });

  it.each([
    ['/mcp?odd=1', 400, 'Unknown view parameter "odd"; allowed are only, allow, deny, names, search'],
    ['/mcp/c?names=odd', 400, 'names must be prefixed or plain'],
    ['/mcp/c?search=1', 400, 'search must be off, on or auto'],
    [`/mcp/c?only=${'x'.repeat(2100)}`, 400, 'A view can have at most 2048 characters'],
    ['/mcp/a%20b', 400, 'A client name can have at most 64 letters, digits, dots, hyphens and underscores'],
    ['/mcp/a/b', 404, 'Not found. The gateway is at /mcp'],
  ])('%s is refused', async (path, status, message) => {
    const gateway = scriptedGateway();
    const answer = await ask(await front(gateway), { ...discover, path });
    expect([answer.status, answer.json.error.message]).toEqual([status, message]);
    expect(gateway.sessions).toEqual([]);
  });

  it('is told to the gateway, the same one however it is written', async () => {
    const gateway = scriptedGateway();
    const door = await front(gateway);
    for (const path of ['/mcp/c?only=a,b', '/mcp/c?only=b&only=a', '/mcp', '/mcp/c?only=a']) {
      expect((await ask(door, { ...discover, path })).status).toBe(200);
    }
    expect(gateway.sessions.map(({ options }) => options.view)).toEqual(['c?only=a,b', undefined, 'c?only=a']);
  });

  it('belongs to a session from its beginning', async () => {
    const gateway = scriptedGateway();
    const door = await front(gateway);
    const headers = await initialize(door, undefined, '/mcp/c?only=a');
    for (const path of ['/mcp', '/mcp/c', '/mcp/d?only=a', '/mcp/c?only=a,b']) {
      for (const method of ['POST', 'GET', 'DELETE']) {
        const sent = { method, path, headers, ...(method === 'POST' && { body: ping }) };
        expect({ method, path, status: (await ask(door, sent)).status }).toEqual({ method, path, status: 404 });
      }
    }
    expect((await ask(door, { path: '/mcp/c?only=a', headers, body: ping })).status).toBe(200);
    expect(gateway.sessions.map(({ options }) => options.view)).toEqual(['c?only=a']);
  });

  it('costs nothing for ever, however many there are', async () => {
    const gateway = scriptedGateway();
    const door = await front(gateway, { limits: { sessions: 5 } });
    for (let number = 0; number < 20; number += 1) {
      expect((await ask(door, { ...discover, path: `/mcp/c?deny=${number}` })).status).toBe(200);
    }
    expect(gateway.sessions.filter(({ isClosed }) => !isClosed)).toHaveLength(5);
  });
});
