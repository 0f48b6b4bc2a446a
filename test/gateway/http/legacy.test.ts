import { describe, expect, it } from 'vitest';
import type { JsonRpcMessage } from '../../../src/gateway/session/session.ts';
import { answerAll, scriptedGateway, type ScriptedSession } from './support/scripted-gateway.ts';
import { ask, front, initialize, listen } from './support/visitor.ts';

const call = (id: number | string, method = 'tools/call', params: object = {}): object => ({
  jsonrpc: '2.0',
  id,
  method,
  params,
});
const progress = (number: number): JsonRpcMessage => ({
  method: 'notifications/progress',
  params: { progressToken: 1, progress: number },
});
const dataOf = (event: { readonly data: string } | undefined): unknown => JSON.parse(event?.data ?? 'null');

describe('a session of the legacy era', () => {
  it('begins with initialize and goes on with its id', async () => {
    const gateway = scriptedGateway();
    const door = await front(gateway);
    const headers = await initialize(door);
    expect(headers['mcp-session-id']).toMatch(/^[\da-f-]{36}$/);
    const initialized = await ask(door, { headers, body: { jsonrpc: '2.0', method: 'notifications/initialized' } });
    expect([initialized.status, initialized.text]).toEqual([202, '']);
    const answer = await ask(door, { headers, body: call('a', 'tools/call', { name: 'x' }) });
    expect(answer.headers['content-type']).toBe('application/json');
    expect(answer.json).toEqual({ jsonrpc: '2.0', id: 'a', result: { method: 'tools/call', params: { name: 'x' } } });
    expect(gateway.sessions).toHaveLength(1);
  });

  it('gives no session to whom initialize was refused', async () => {
    const gateway = scriptedGateway(({ id }, session) => {
      if (id != null) session.send({ id, error: { code: -32_602, message: 'no' } }, id);
    });
    const door = await front(gateway);
    const answer = await ask(door, { body: call(0, 'initialize') });
    expect([answer.status, answer.json.error.code, answer.headers['mcp-session-id']]).toEqual([
      200,
      -32_602,
      undefined,
    ]);
    expect(gateway.sessions[0]?.isClosed).toBe(true);
  });

  it('tells apart who has no session and whose session is gone', async () => {
    const door = await front(scriptedGateway());
    expect((await ask(door, { body: call(1) })).status).toBe(400);
    const stranger = { 'mcp-session-id': 'nobody' };
    for (const method of ['POST', 'GET', 'DELETE']) {
      const sent = { method, headers: stranger, ...(method === 'POST' && { body: call(1) }) };
      expect((await ask(door, sent)).status).toBe(404);
    }
    expect((await ask(door, { method: 'GET' })).status).toBe(405);
  });

  it('ends when its client says so', async () => {
    const gateway = scriptedGateway();
    const door = await front(gateway);
    const headers = await initialize(door);
    const stream = await listen(door, { method: 'GET', headers });
    expect((await ask(door, { method: 'DELETE', headers })).status).toBe(204);
    expect(gateway.sessions[0]?.isClosed).toBe(true);
    expect(await stream.next()).toBeUndefined();
    expect((await ask(door, { headers, body: call(1) })).status).toBe(404);
  });

  it('is rejected with an unknown revision', async () => {
    const door = await front(scriptedGateway());
    const headers = { ...(await initialize(door)), 'mcp-protocol-version': '1999-01-01' };
    const { status, json } = await ask(door, { headers, body: call(1) });
    expect([status, json.error.data.requested]).toEqual([400, '1999-01-01']);
    expect(
      (await ask(door, { headers: { ...headers, 'mcp-protocol-version': undefined }, body: call(1) })).status,
    ).toBe(200);
  });

  it('belongs to the client whose view it was opened with', async () => {
    const gateway = scriptedGateway();
    const door = await front(gateway);
    const headers = await initialize(door, '2025-06-18', '/mcp/cursor');
    expect(gateway.sessions[0]?.options.view).toBe('cursor');
    expect((await ask(door, { path: '/mcp/cursor', headers, body: call(1) })).status).toBe(200);
    expect((await ask(door, { path: '/mcp', headers, body: call(1) })).status).toBe(404);
  });

  it('cannot have two requests of one id under way', async () => {
    const gateway = scriptedGateway();
    const door = await front(gateway);
    const headers = await initialize(door);
    const first = ask(door, { headers, body: call(7, 'hang') });
    await gateway.until('hang');
    expect((await ask(door, { headers, body: call(7) })).json.error.code).toBe(-32_600);
    gateway.sessions[0]?.send({ id: 7, result: {} }, 7);
    expect((await first).json.result).toEqual({});
  });
});

describe('what comes before an answer', () => {
  it('turns the answer into a stream', async () => {
    const gateway = scriptedGateway();
    const door = await front(gateway);
    const headers = await initialize(door);
    const streaming = listen(door, { headers, body: call(1, 'hang') });
    await gateway.until('hang');
    const session = gateway.sessions[0] as ScriptedSession;
    session.send(progress(1), 1);
    const stream = await streaming;
    expect(stream.headers['content-type']).toBe('text/event-stream');
    expect(dataOf(await stream.next())).toMatchObject(progress(1));
    session.send({ id: 'q', method: 'elicitation/create', params: {} }, 1);
    expect(dataOf(await stream.next())).toMatchObject({ id: 'q', method: 'elicitation/create' });
    const reply = { jsonrpc: '2.0', id: 'q', result: { action: 'accept' } };
    expect((await ask(door, { headers, body: reply })).status).toBe(202);
    expect(session.received.at(-1)).toEqual(reply);
    session.send({ id: 1, result: { done: true } }, 1);
    expect(dataOf(await stream.next())).toMatchObject({ id: 1, result: { done: true } });
    expect(await stream.next()).toBeUndefined();
  });

  it('is a sign of life when nothing has come for long', async () => {
    const gateway = scriptedGateway();
    const door = await front(gateway, { limits: { keepAliveMs: 20 } });
    const headers = await initialize(door);
    const stream = await listen(door, { headers, body: call(1, 'hang') });
    expect(stream.headers['content-type']).toBe('text/event-stream');
    gateway.sessions[0]?.send({ id: 1, result: {} }, 1);
    expect(dataOf(await stream.next())).toMatchObject({ id: 1 });
  });

  it('ends without an answer when the request is cancelled', async () => {
    const gateway = scriptedGateway();
    const door = await front(gateway);
    const headers = await initialize(door);
    const hanging = ask(door, { headers, body: call(1, 'hang') });
    await gateway.until('hang');
    const body = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } };
    expect((await ask(door, { headers, body })).status).toBe(202);
    expect((await hanging).events).toEqual([]);
    expect(gateway.sessions[0]?.received.at(-1)).toEqual(body);
  });
});

describe('the stream of a session', () => {
  it('delivers notifications, also those from before it was opened', async () => {
    const gateway = scriptedGateway();
    const door = await front(gateway);
    const headers = await initialize(door);
    const session = gateway.sessions[0] as ScriptedSession;
    const changed = { method: 'notifications/tools/list_changed' };
    session.send(changed);
    const stream = await listen(door, { method: 'GET', headers });
    expect(dataOf(await stream.next())).toMatchObject(changed);
    session.send({ method: 'notifications/message', params: { level: 'info' } });
    expect(dataOf(await stream.next())).toMatchObject({ method: 'notifications/message' });
    stream.drop();
  });

  it('is not needed for a question', async () => {
    const gateway = scriptedGateway();
    const door = await front(gateway);
    const headers = await initialize(door);
    const streaming = listen(door, { headers, body: call(1, 'hang') });
    await gateway.until('hang');
    gateway.sessions[0]?.send({ id: 9, method: 'roots/list' });
    const stream = await streaming;
    expect(dataOf(await stream.next())).toMatchObject({ id: 9, method: 'roots/list' });
    gateway.sessions[0]?.send({ id: 1, result: {} }, 1);
    expect(dataOf(await stream.next())).toMatchObject({ id: 1 });
  });

  it('goes on where it was lost', async () => {
    const gateway = scriptedGateway();
    const door = await front(gateway);
    const headers = await initialize(door);
    const session = gateway.sessions[0] as ScriptedSession;
    const first = await listen(door, { method: 'GET', headers });
    session.send(progress(1));
    session.send(progress(2));
    const seen = await first.next();
    first.drop();
    const again = await listen(door, { method: 'GET', headers: { ...headers, 'last-event-id': seen?.id } });
    expect(dataOf(await again.next())).toMatchObject(progress(2));
    again.drop();
  });

  it('goes on with a request whose connection was lost, until its answer', async () => {
    const gateway = scriptedGateway();
    const door = await front(gateway);
    const headers = await initialize(door, '2025-11-25');
    const session = gateway.sessions[0] as ScriptedSession;
    const streaming = listen(door, { headers, body: call(1, 'hang') });
    await gateway.until('hang');
    session.send(progress(1), 1);
    const lost = await streaming;
    const seen = await lost.next();
    lost.drop();
    session.send(progress(2), 1);
    const resumed = { method: 'GET', headers: { ...headers, 'last-event-id': seen?.id } };
    const going = await listen(door, resumed);
    expect(dataOf(await going.next())).toMatchObject(progress(2));
    session.send({ id: 1, result: {} }, 1);
    expect(dataOf(await going.next())).toMatchObject({ id: 1, result: {} });
    expect(await going.next()).toBeUndefined();
    const late = await ask(door, resumed);
    expect(late.events.filter(({ data }) => data !== '').map(dataOf)).toEqual([
      expect.objectContaining(progress(2)),
      expect.objectContaining({ id: 1, result: {} }),
    ]);
  });

  it('begins with an event to go on from, for clients that know of it', async () => {
    const gateway = scriptedGateway((message, session) => {
      if (message.id !== undefined && message.method === 'tools/call') session.send(progress(1), 1);
      answerAll(message, session);
    });
    const door = await front(gateway);
    const body = call(1);
    const newer = await ask(door, { headers: await initialize(door, '2025-11-25'), body });
    expect(newer.events.map(({ data }) => data === '')).toEqual([true, false, false]);
    const older = await ask(door, { headers: await initialize(door, '2025-06-18'), body });
    expect(older.events.map(({ data }) => data === '')).toEqual([false, false]);
  });
});

describe('a batch', () => {
  it('is answered as one, in whichever way', async () => {
    const gateway = scriptedGateway((message, session) => {
      if (message.method === 'loud') session.send(progress(1), message.id ?? undefined);
      answerAll(message, session);
    });
    const door = await front(gateway);
    const headers = await initialize(door, '2025-03-26');
    const note = { jsonrpc: '2.0', method: 'notifications/x' };
    const quiet = await ask(door, { headers, body: [call(1), note, call(2)] });
    expect((quiet.json as { id: number }[]).map(({ id }) => id)).toEqual([1, 2]);
    const loud = await ask(door, { headers, body: [call(3), call(4, 'loud')] });
    expect(loud.events.map(dataOf)).toMatchObject([{ id: 3 }, progress(1), { id: 4 }]);
    expect((await ask(door, { headers, body: [note] })).status).toBe(202);
  });

  it('is not taken when it is too large or holds what it must not', async () => {
    const door = await front(scriptedGateway(), { limits: { batch: 2 } });
    const headers = await initialize(door, '2025-03-26');
    expect((await ask(door, { headers, body: [call(1), call(2), call(3)] })).status).toBe(413);
    expect((await ask(door, { headers, body: [call(1), call(1)] })).status).toBe(400);
    expect((await ask(door, { headers, body: [call(1, 'initialize')] })).status).toBe(400);
  });
});

describe('sessions that are not closed', () => {
  it('expire unless they are in use', async () => {
    const gateway = scriptedGateway();
    const door = await front(gateway, { limits: { sessionIdleMs: 1000 } });
    const listened = await initialize(door);
    const stream = await listen(door, { method: 'GET', headers: listened });
    const left = await initialize(door);
    await expect.poll(() => gateway.sessions[1]?.isClosed, { timeout: 30_000 }).toBe(true);
    expect((await ask(door, { headers: left, body: call(1) })).status).toBe(404);
    expect((await ask(door, { headers: listened, body: call(1) })).status).toBe(200);
    stream.drop();
    await expect.poll(() => gateway.sessions[0]?.isClosed, { timeout: 30_000 }).toBe(true);
  });

  it('make room for new ones, the one unused for longest first', async () => {
    const gateway = scriptedGateway();
    const door = await front(gateway, { limits: { sessions: 2 } });
    const kept = await initialize(door);
    const stream = await listen(door, { method: 'GET', headers: kept });
    await initialize(door);
    await initialize(door);
    expect(gateway.sessions.map(({ isClosed }) => isClosed)).toEqual([false, true, false]);
    stream.drop();
  });

  it('are refused when all are in use', async () => {
    const door = await front(scriptedGateway(), { limits: { sessions: 1 } });
    const stream = await listen(door, { method: 'GET', headers: await initialize(door) });
    const { status, headers } = await ask(door, { body: call(0, 'initialize') });
    expect([status, headers['retry-after']]).toEqual([503, '1']);
    stream.drop();
  });
});
