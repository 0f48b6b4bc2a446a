import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { answerTo, json, openStream, status, type Handler } from '../servers/http.mjs';
import { call } from '../support/managed.ts';
import { until } from '../support/processes.ts';
import { butFor, sessionOver, started, to } from '../support/remote.ts';

describe('a server that misbehaves', () => {
  const timeout = 0.3;

  it('accepts and never answers', async () => {
    const { url } = await started(() => {});
    await expect(to(url, { timeout }).connect()).rejects.toMatchObject({ failure: { kind: 'timeout' } });
  });

  it('accepts a call and never answers it', async () => {
    let hangUp = (): void => {};
    const hungUp = new Promise<void>((done) => (hangUp = done));
    const server = await started(butFor((_, response) => void response.on('close', hangUp)));
    const session = await to(server.url).ready();
    const answer = session.request('tools/call', { name: 'echo' }, { timeoutMs: 200 });
    await expect(answer).rejects.toMatchObject({ failure: { kind: 'timeout' } });
    await hungUp;
    await until(() => server.asked().at(-1) === 'POST notifications/cancelled', 'the notice');
  });

  it('opens a stream and falls silent', async () => {
    const session = await sessionOver(butFor((_, response) => void openStream(response)));
    const answer = session.request('tools/call', { name: 'echo' }, { timeoutMs: 200 });
    await expect(answer).rejects.toMatchObject({ failure: { kind: 'timeout' } });
  });

  it('opens a stream and breaks it off', async () => {
    const session = await sessionOver(
      butFor((_, response) => {
        openStream(response);
        setImmediate(() => response.destroy());
      }),
    );
    await expect(call(session, 'echo')).rejects.toMatchObject({
      failure: { kind: 'unreachable', message: 'The server closed the connection before it answered.' },
    });
  });

  it('answers with a type that is neither JSON nor a stream', async () => {
    const session = await sessionOver(
      butFor((_, response) => status(response, 200, 'hello', { 'content-type': 'text/plain' })),
    );
    await expect(call(session, 'echo')).rejects.toMatchObject({ name: 'ConnectionError' });
  });

  const huge = 'x'.repeat(100 * 1024 * 1024);
  it.each<[string, Handler]>([
    ['JSON', ({ message }, response) => json(response, { ...answerTo(message), huge })],
    ['an event', (_, response) => void openStream(response)(huge)],
    [
      'packed JSON',
      (_, response) => {
        response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' }).end(gzipSync(huge));
      },
    ],
  ])('answers with 100 MB of %s', async (_, handler) => {
    const session = await sessionOver(butFor(handler));
    await expect(call(session, 'echo')).rejects.toThrow(/more than 16 MB|closed the connection/);
    await expect(session.request('ping')).resolves.toEqual({});
  });
});
