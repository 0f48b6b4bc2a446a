import { expect, it } from 'vitest';
import { scriptedGateway, type ScriptedSession } from './support/scripted-gateway.ts';
import { ask, front, initialize, listen, modern } from './support/visitor.ts';

it('lets calls under way end, and takes no new ones', async () => {
  const gateway = scriptedGateway();
  const door = await front(gateway);
  expect((await ask(door, { method: 'GET', path: '/ready', headers: { authorization: undefined } })).status).toBe(200);
  const headers = await initialize(door);
  const own = await listen(door, { method: 'GET', headers });
  const running = ask(door, { headers, body: { jsonrpc: '2.0', id: 1, method: 'hang' } });
  await gateway.until('hang');
  const closing = door.close();
  const ready = await ask(door, { method: 'GET', path: '/ready' });
  expect([ready.status, ready.json]).toEqual([503, { status: 'draining' }]);
  const late = await ask(door, modern('tools/list', {}, 4));
  expect([late.status, late.json.id, late.headers['retry-after']]).toEqual([503, 4, '1']);
  expect((await ask(door, { headers, body: { jsonrpc: '2.0', id: 9, result: {} } })).status).toBe(202);
  const session = gateway.sessions[0] as ScriptedSession;
  expect([session.received.at(-1)?.id, session.isClosed]).toEqual([9, false]);
  session.send({ id: 1, result: { kept: true } }, 1);
  expect((await running).json.result).toEqual({ kept: true });
  await closing;
  expect(session.isClosed).toBe(true);
  expect(await own.next()).toBeUndefined();
  await expect(ask(door, modern('tools/list'))).rejects.toThrow(/ECONNREFUSED/);
});

it('waits only so long for them', async () => {
  const gateway = scriptedGateway();
  const door = await front(gateway, { limits: { drainMs: 20 } });
  const headers = await initialize(door);
  const legacy = ask(door, { headers, body: { jsonrpc: '2.0', id: 7, method: 'hang' } });
  await gateway.until('hang');
  const running = ask(door, modern('hang', {}, 'mine'));
  await expect.poll(() => gateway.sessions.at(-1)?.received.length).toBe(1);
  await door.close();
  // An empty response would leave the client waiting.
  const error = expect.objectContaining({ code: -32_000, data: { reason: 'cut-off', retryable: true } });
  expect((await running).json).toEqual({ jsonrpc: '2.0', id: 'mine', error });
  expect((await legacy).json).toEqual({ jsonrpc: '2.0', id: 7, error });
  expect(gateway.sessions.every(({ isClosed }) => isClosed)).toBe(true);
});

it('does not wait for clients that only listen', async () => {
  const gateway = scriptedGateway(({ id, method }, session) => {
    if (method === 'subscriptions/listen') session.send({ method: 'notifications/x' }, id ?? '');
  });
  const door = await front(gateway, { limits: { drainMs: 3_600_000 } });
  const stream = await listen(door, modern('subscriptions/listen'));
  await stream.next();
  await door.close();
  expect(await stream.next()).toBeUndefined();
});

it('says what keeps it from listening', async () => {
  const door = await front(scriptedGateway());
  await expect(front(scriptedGateway(), { port: door.address.port })).rejects.toThrow(/Cannot listen on 127\.0\.0\.1/);
});
