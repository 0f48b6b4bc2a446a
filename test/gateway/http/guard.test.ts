import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { createGuard } from '../../../src/gateway/http/guard.ts';
import { tokenBucket } from '../../../src/gateway/state/token-bucket.ts';
import { ambiguousRequests, rawStatus } from '../../support/raw-request.ts';
import { scriptedGateway } from './support/scripted-gateway.ts';
import { ask, front, modern, type Sent, TOKEN } from './support/visitor.ts';

const ping: Sent = modern('server/discover');
const withHeaders = (headers: Sent['headers']): Sent => ({ ...ping, headers: { ...ping.headers, ...headers } });

describe('who may come in', () => {
  it('asks for the token, whatever else is right', async () => {
    const gateway = scriptedGateway();
    const door = await front(gateway);
    const wrong = [undefined, '', TOKEN, `Basic ${TOKEN}`, 'Bearer ', `Bearer ${TOKEN}x`, `Bearer ${TOKEN.slice(1)}x`];
    for (const authorization of wrong) {
      const { status, headers } = await ask(door, withHeaders({ authorization }));
      expect({ authorization, status }).toEqual({ authorization, status: 401 });
      expect(headers['www-authenticate']).toBe('Bearer');
    }
    expect(gateway.sessions).toEqual([]);
    expect((await ask(door, withHeaders({ authorization: `bearer ${TOKEN}` }))).status).toBe(200);
  });

  it('takes another token from the moment it is changed', async () => {
    let token = TOKEN;
    const door = await front(scriptedGateway(), { token: () => token });
    expect((await ask(door, ping)).status).toBe(200);
    token = `${TOKEN}2`;
    expect((await ask(door, ping)).status).toBe(401);
    expect((await ask(door, withHeaders({ authorization: `Bearer ${token}` }))).status).toBe(200);
  });

  it('never takes an empty token', () => {
    const guard = createGuard({ host: '127.0.0.1', token: () => '' });
    expect(guard.hasToken({ authorization: 'Bearer ' })).toBe(false);
    expect(guard.hasToken({})).toBe(false);
  });

  it('refuses a request that names two hosts', async () => {
    const door = await front(scriptedGateway());
    const { port } = door.address;
    for (const lines of ambiguousRequests(port, '/ready', `Authorization: Bearer ${TOKEN}`))
      expect([lines, await rawStatus(port, lines)]).toEqual([lines, 400]);
    expect(await rawStatus(port, ['GET /ready HTTP/1.1', `Host: 127.0.0.1:${port}`])).not.toBe(400);
  });

  it('answers only to its own names', async () => {
    const door = await front(scriptedGateway());
    const { port } = door.address;
    for (const host of ['evil.example', `evil.example:${port}`, '127.0.0.1.evil.example', '10.0.0.1', 'localhost.']) {
      expect({ host, status: (await ask(door, withHeaders({ host }))).status }).toEqual({ host, status: 403 });
    }
    for (const host of [`127.0.0.1:${port}`, 'localhost', `LOCALHOST:${port}`, `[::1]:${port}`]) {
      expect({ host, status: (await ask(door, withHeaders({ host }))).status }).toEqual({ host, status: 200 });
    }
  });

  it('turns away pages of the web and gives them no permission', async () => {
    const door = await front(scriptedGateway());
    for (const origin of [
      'https://evil.example',
      'null',
      'http://localhost.evil.example',
      'file://',
      'http://10.0.0.1',
    ]) {
      expect({ origin, status: (await ask(door, withHeaders({ origin }))).status }).toEqual({ origin, status: 403 });
    }
    const { status, headers } = await ask(door, withHeaders({ origin: 'http://localhost:5173' }));
    expect(status).toBe(200);
    expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
    expect((await ask(door, { method: 'OPTIONS', headers: { origin: 'http://localhost:5173' } })).status).toBe(405);
  });

  it('knows the address it is bound to, and any when it is bound to all', () => {
    const token = (): string => TOKEN;
    const all = createGuard({ host: '0.0.0.0', token });
    expect(all.originFault({ host: '192.168.1.5:8080' })).toBeUndefined();
    expect(all.originFault({ host: 'rebound.example' })).toBeDefined();
    expect(all.originFault({ host: '192.168.1.5', origin: 'http://192.168.1.5' })).toBeDefined();
    const one = createGuard({ host: '192.168.1.5', names: ['gateway.example'], token });
    expect(one.originFault({ host: '192.168.1.5' })).toBeUndefined();
    expect(one.originFault({ host: 'gateway.example', origin: 'https://gateway.example' })).toBeUndefined();
    expect(one.originFault({ host: '192.168.1.6' })).toBeDefined();
    expect(one.originFault({})).toBeDefined();
  });
});

describe('how much may come in', () => {
  it('rejects bodies that are too large, announced or not', async () => {
    const door = await front(scriptedGateway(), { limits: { bodyBytes: 1000 } });
    const large = modern('server/discover', { text: 'x'.repeat(1000) });
    expect((await ask(door, large)).status).toBe(413);
    expect((await ask(door, { ...large, headers: { ...large.headers, 'transfer-encoding': 'chunked' } })).status).toBe(
      413,
    );
    expect((await ask(door, ping)).status).toBe(200);
  });

  it('slows down who comes too often', async () => {
    const door = await front(scriptedGateway(), { limits: { rate: { perSecond: 0.001, burst: 2 } } });
    const statuses = [];
    for (let index = 0; index < 3; index += 1) statuses.push((await ask(door, ping)).status);
    expect(statuses).toEqual([200, 200, 429]);
    expect(Number((await ask(door, ping)).headers['retry-after'])).toBeGreaterThan(0);
  });

  it('slows down strangers apart from those with the token', async () => {
    const door = await front(scriptedGateway(), { limits: { strangers: { perSecond: 0.001, burst: 1 } } });
    const stranger = withHeaders({ authorization: undefined });
    expect((await ask(door, stranger)).status).toBe(401);
    expect((await ask(door, stranger)).status).toBe(429);
    expect((await ask(door, ping)).status).toBe(200);
  });

  it('fills the bucket again', () => {
    let now = 0;
    const limit = tokenBucket({ perSecond: 2, burst: 2 }, () => now);
    expect([limit(), limit(), limit()]).toEqual([0, 0, 1]);
    now = 500;
    expect([limit(), limit()]).toEqual([0, 1]);
    now = 60_000;
    expect([limit(), limit(), limit()]).toEqual([0, 0, 1]);
  });

  it('waits only so many requests long', async () => {
    const gateway = scriptedGateway();
    const door = await front(gateway, { limits: { pending: 1, drainMs: 1 } });
    const hanging = ask(door, modern('hang')).catch(() => undefined);
    await gateway.until('hang');
    const { status, headers } = await ask(door, ping);
    expect([status, headers['retry-after']]).toEqual([503, '1']);
    await door.close();
    await hanging;
  });

  it('hangs up on who never ends a request', async () => {
    const door = await front(scriptedGateway(), { limits: { headersMs: 50 } });
    const socket = connect(door.address.port, '127.0.0.1');
    socket.write('POST /mcp HTTP/1.1\r\nHost: localhost\r\n');
    const answer = await new Promise<string>((done) => {
      let text = '';
      socket.on('data', (chunk) => (text += String(chunk)));
      socket.on('close', () => done(text));
    });
    expect(answer).toMatch(/^HTTP\/1\.1 408 /);
  });
});

describe('malformed requests', () => {
  it.each([
    ['another place', { path: '/elsewhere' }, 404],
    ['another method', { method: 'PUT' }, 405],
    ['another type', { headers: { 'content-type': 'text/plain' } }, 415],
    ['no type', { headers: { 'content-type': undefined } }, 415],
    ['answers it could not read', { headers: { accept: 'application/json' } }, 406],
    ['no JSON', { body: '{"jsonrpc":' }, 400],
    ['no message', { body: '[]' }, 400],
    ['a number', { body: '7' }, 400],
    ['an id that is an object', { body: { jsonrpc: '2.0', id: {}, method: 'ping' } }, 400],
    ['an id that is null', { body: { jsonrpc: '2.0', id: null, method: 'ping' } }, 400],
  ] as [string, Sent, number][])('%s', async (_, sent, status) => {
    const door = await front(scriptedGateway());
    const answer = await ask(door, { ...ping, ...sent, headers: { ...ping.headers, ...sent.headers } });
    expect([answer.status, answer.json.error.message]).toEqual([status, expect.any(String)]);
  });

  it('takes any answer to mean both kinds', async () => {
    const door = await front(scriptedGateway());
    expect((await ask(door, withHeaders({ accept: '*/*' }))).status).toBe(200);
    expect((await ask(door, withHeaders({ accept: undefined }))).status).toBe(200);
  });
});
