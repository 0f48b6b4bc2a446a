import { connect } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { type Callback, openCallback } from '../../../src/runtime/sign-in/callback/callback-server.ts';

const state = 'the-true-state';

async function opened(): Promise<Callback> {
  const callback = await openCallback({ hostname: '127.0.0.1', port: 0, path: '/back' }, state);
  onTestFinished(() => callback.close());
  return callback;
}

async function expectStillWaiting({ redirectUrl, arrived }: Callback): Promise<void> {
  const page = fetch(`${redirectUrl}?code=right&state=${state}`);
  const { params, answer } = await arrived;
  expect(params.get('code')).toBe('right');
  answer(true, 'Done', '');
  expect((await page).status).toBe(200);
}

it.each([
  ['another state', '?code=1&state=another'],
  ['an error for another sign-in', '?error=access_denied&state=another'],
  ['no state', '?code=1'],
  ['an empty state', '?code=1&state='],
  ['the state twice', `?code=1&state=${state}&state=another`],
  ['neither a code nor an error', `?state=${state}`],
  ['two codes', `?code=1&code=2&state=${state}`],
  ['a code and an error', `?code=1&error=access_denied&state=${state}`],
  ['a part of the state', `?code=1&state=${state.slice(0, -1)}`],
  ['the state in another case', `?code=1&state=${state.toUpperCase()}`],
])('%s neither ends a sign-in nor is shown', async (_, query) => {
  const callback = await opened();
  const response = await fetch(`${callback.redirectUrl}${query}`);
  expect([response.status, await response.text()]).toEqual([
    400,
    expect.stringContaining('does not belong to the current sign-in'),
  ]);
  await expectStillWaiting(callback);
});

it('an error with the true state ends it', async () => {
  const callback = await opened();
  const page = fetch(`${callback.redirectUrl}?error=access_denied&state=${state}`);
  const { params, answer } = await callback.arrived;
  expect(params.get('error')).toBe('access_denied');
  answer(false, 'No', '');
  expect((await page).status).toBe(400);
});

it('a request with a huge address is refused', async () => {
  const callback = await opened();
  const response = await fetch(`${callback.redirectUrl}?code=${'x'.repeat(100_000)}&state=${state}`);
  expect(response.status).toBe(431);
  await expectStillWaiting(callback);
});

it('a body without end is not read', async () => {
  const callback = await opened();
  const body = new ReadableStream({ pull: (to) => to.enqueue(new Uint8Array(64 * 1024)) });
  const response = await fetch(callback.redirectUrl, { method: 'POST', body, duplex: 'half' }).catch(() => undefined);
  expect([405, undefined]).toContain(response?.status);
  await expectStillWaiting(callback);
});

it('hundreds of connections that say nothing, or only half, do not keep the true one out', async () => {
  const callback = await opened();
  const port = Number(new URL(callback.redirectUrl).port);
  const sockets = Array.from({ length: 400 }, (_, index) => {
    const socket = connect(port, '127.0.0.1').on('error', () => undefined);
    if (index % 2 === 0) socket.write('GET /back?code=1 HTTP/1.1\r\nHost: ');
    return socket;
  });
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
  });
  await Promise.all(sockets.map((socket) => new Promise((done) => socket.once('connect', done).once('close', done))));
  await expectStillWaiting(callback);
});

it('hundreds of wrong answers do not keep the true one out', async () => {
  const callback = await opened();
  const guesses = Array.from({ length: 300 }, async (_, index) =>
    fetch(`${callback.redirectUrl}?code=${index}&state=guess-${index}`).then(
      ({ status }) => status,
      () => 0,
    ),
  );
  await expectStillWaiting(callback);
  expect((await Promise.all(guesses)).filter((status) => status === 200)).toEqual([]);
});
