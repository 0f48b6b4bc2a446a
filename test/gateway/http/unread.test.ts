import { connect, type Socket } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { HttpFront } from '../../../src/gateway/http/serve-http.ts';
import type { JsonRpcMessage } from '../../../src/gateway/session/session.ts';
import { scriptedGateway } from './support/scripted-gateway.ts';
import { ask, front, initialize, listen, TOKEN } from './support/visitor.ts';

const KILOBYTE = 'x'.repeat(1024);
const MEGABYTE = 1024 * 1024;

const logged = (number: number): JsonRpcMessage => ({
  method: 'notifications/message',
  params: { level: 'info', data: { number, text: KILOBYTE } },
});

/** A stream of a session that has begun, and of which nothing is read. */
async function unreadStream(door: HttpFront, headers: Record<string, string>): Promise<Socket> {
  const socket = connect(door.address.port, '127.0.0.1').on('error', () => {});
  onTestFinished(() => void socket.destroy());
  const lines = ['GET /mcp HTTP/1.1', 'Host: localhost', `Authorization: Bearer ${TOKEN}`, 'Accept: text/event-stream'];
  const all = [...lines, ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`)];
  socket.write(`${all.join('\r\n')}\r\n\r\n`);
  await new Promise((done) => socket.once('readable', done));
  return socket;
}

describe('a client that does not read its stream', () => {
  it('costs no more than what the system holds for it, and misses no question', async () => {
    const gateway = scriptedGateway();
    const door = await front(gateway);
    const socket = await unreadStream(door, await initialize(door));
    const [session] = gateway.sessions;
    const count = 64 * 1024;
    for (let number = 1; number <= count; number += 1) {
      session?.send(logged(number));
      session?.send({ method: 'notifications/progress', params: { progressToken: 'a', progress: number } });
      // What is written reaches the system only in between.
      if (number % 1000 === 0) await new Promise((done) => setImmediate(done));
    }
    session?.send({ id: 7, method: 'roots/list' });
    let text = '';
    for await (const chunk of socket) {
      text += String(chunk);
      if (text.includes('roots/list')) break;
    }
    // Far less than the 64 MB that were sent: buffers of the system, and one megabyte of ours.
    expect(text.length).toBeLessThan(32 * MEGABYTE);
    expect(text).toContain(`"progress":${count}`);
  });

  it('loses the stream when it leaves too many questions unread, and that is told', async () => {
    const gateway = scriptedGateway();
    const told: string[] = [];
    const door = await front(gateway, { tell: (line) => told.push(line) });
    const socket = await unreadStream(door, await initialize(door));
    const params = { text: 'x'.repeat(MEGABYTE) };
    for (let id = 1; id <= 80; id += 1) gateway.sessions[0]?.send({ id, method: 'roots/list', params });
    await expect.poll(() => told.length).toBe(1);
    socket.resume();
    if (!socket.closed) await new Promise((done) => socket.once('close', done));
    expect(told[0]).toContain('does not read its stream');
  });
});

describe('a client without a stream', () => {
  it('gets the newest of what it missed, and servers hear when a question cannot be put', async () => {
    const gateway = scriptedGateway();
    const door = await front(gateway);
    const headers = await initialize(door);
    const [session] = gateway.sessions;
    for (let number = 1; number <= 20_000; number += 1) session?.send(logged(number));
    const params = { text: 'x'.repeat(MEGABYTE) };
    for (let id = 1; id <= 64; id += 1) session?.send({ id, method: 'roots/list', params });
    const declined = session?.received.filter(({ error }) => error !== undefined) ?? [];
    expect(declined.length).toBeGreaterThan(20);
    expect(declined.at(-1)).toMatchObject({ id: 64, error: { code: -32603 } });
    const stream = await listen(door, { method: 'GET', headers: { ...headers, accept: 'text/event-stream' } });
    const first = JSON.parse((await stream.next())?.data ?? '') as { params: { data: { number: number } } };
    expect(first.params.data.number).toBeGreaterThan(18_000);
    stream.drop();
  });
});

describe('a request whose client has lost its connection', () => {
  it('is given up when the client does not come back', async () => {
    const gateway = scriptedGateway();
    const door = await front(gateway, { limits: { resumeMs: 40 } });
    const headers = await initialize(door);
    const waiting = listen(door, { headers, body: { jsonrpc: '2.0', id: 5, method: 'hang' } });
    await gateway.until('hang');
    const [session] = gateway.sessions;
    session?.send({ method: 'notifications/progress', params: { progressToken: 1, progress: 1 } }, 5);
    const stream = await waiting;
    await stream.next();
    expect(session?.dropped).toEqual([]);
    stream.drop();
    await expect.poll(() => session?.dropped).toEqual([5]);
  });

  it('is given up at once when it has nothing to come back with', async () => {
    const gateway = scriptedGateway();
    const door = await front(gateway);
    const headers = await initialize(door);
    const gone = new AbortController();
    const waiting = ask(door, { headers, body: { jsonrpc: '2.0', id: 5, method: 'hang' }, signal: gone.signal });
    await gateway.until('hang');
    gone.abort();
    await expect(waiting).rejects.toThrow('abort');
    await expect.poll(() => gateway.sessions[0]?.dropped).toEqual([5]);
  });
});

describe('a client with too many requests in flight', () => {
  it.each(['legacy', 'modern'] as const)('is refused, and others are not (%s)', async (era) => {
    const gateway = scriptedGateway();
    const door = await front(gateway, { limits: { pendingPerClient: 2, drainMs: 1 } });
    const [first, second] = [await client(door, era, 'a'), await client(door, era, 'b')];
    const hanging = [first('hang', 1), first('hang', 2), second('hang', 3)];
    await expect
      .poll(() => gateway.sessions.flatMap(({ received }) => received).filter(({ method }) => method === 'hang').length)
      .toBe(3);
    expect((await first('tools/list', 4)).status).toBe(503);
    expect((await second('tools/list', 5)).status).toBe(200);
    await door.close();
    await Promise.all(hanging);
  });
});

type Send = (method: string, id: number) => ReturnType<typeof ask>;

async function client(door: HttpFront, era: 'legacy' | 'modern', name: string): Promise<Send> {
  if (era === 'legacy') {
    const headers = await initialize(door);
    return async (method, id) => ask(door, { headers, body: { jsonrpc: '2.0', id, method } });
  }
  const prefix = 'io.modelcontextprotocol/';
  const meta = {
    [`${prefix}protocolVersion`]: '2026-07-28',
    [`${prefix}clientInfo`]: { name, version: '1' },
    [`${prefix}clientCapabilities`]: {},
  };
  return async (method, id) =>
    ask(door, {
      headers: { 'mcp-protocol-version': '2026-07-28', 'mcp-method': method },
      body: { jsonrpc: '2.0', id, method, params: { _meta: meta } },
    });
}
