import { inspect } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';
import { ConnectionError } from '../../src/runtime/connect/errors.ts';
import type { Session } from '../../src/runtime/connect/session/session.ts';
import type { ServerToRun } from '../../src/runtime/types.ts';
import { startHttp, status, withSessions, type Handler } from './servers/http.mjs';
import { call, manage, only, ours } from './support/managed.ts';

const canary = 'canary-8f7d6a5b4c3e';

/** All that can be seen of a connection, whatever becomes of it. */
async function shownBy(
  server: ServerToRun,
  use: (session: Session) => Promise<unknown> = async () => {},
): Promise<string> {
  const manager = manage([server]);
  const connection = only(manager);
  const seen: unknown[] = [manager.log];
  connection.onChange((state) => seen.push(state));
  try {
    await use(await connection.ready());
  } catch (error) {
    // Whoever prints an error prints what hangs on it.
    seen.push(inspect(error), error instanceof ConnectionError ? error.failure : error);
  }
  await manager.close();
  return JSON.stringify(seen);
}

describe('a secret in a variable', () => {
  const env = { TOKEN: canary };

  it.each<[behavior: string, use?: (session: Session) => Promise<unknown>]>([
    ['dies at start'],
    ['prints its token'],
    ['polite', (session) => call(session, 'refuse')],
    ['prints its token', (session) => call(session, 'crash')],
  ])('is not shown by a server that %s', async (behavior, use) => {
    const shown = await shownBy(ours(behavior, { env, retries: 0 }), use);
    expect(shown).not.toContain('canary');
    expect(shown).toContain('•');
  });
});

describe('a secret in a header or an address', () => {
  /** Says back all it was told. */
  const echo: Handler = ({ headers, url }, response) =>
    status(response, 500, `${url} ${JSON.stringify(headers)} ${decodeURIComponent(url ?? '')}`);
  const redirect: Handler = ({ url }, response) => status(response, 307, '', { location: `https://example.com${url}` });
  const refuse: Handler = (request, response) => {
    const { message, headers } = request;
    if (message?.method !== 'tools/call') return withSession(request, response);
    const error = { code: -32000, message: `${headers.authorization} ${request.url}` };
    return status(response, 200, JSON.stringify({ jsonrpc: '2.0', id: message.id, error }), {
      'content-type': 'application/json',
    });
  };
  const { handler: withSession } = withSessions();

  it.each<[name: string, handler: Handler]>([
    ['repeats it', echo],
    ['redirects with it', redirect],
    ['refuses a call with it', refuse],
  ])('is not shown when a server %s', async (_, handler) => {
    const server = await startHttp(handler);
    onTestFinished(() => server.close());
    const [scheme, rest] = server.url.split('//');
    const places: ServerToRun['server'][] = [
      { url: server.url, headers: { Authorization: `Bearer ${canary}`, 'X-Api-Key': `${canary}-2` } },
      { url: `${scheme}//me:${canary}@${rest}` },
      { url: `${scheme}//${canary}@${rest}` },
      { url: `${server.url}?team=${canary}&key=${canary}` },
      { url: `${server.url}?q=${encodeURIComponent(`${canary} with blanks & more`)}` },
    ];
    for (const place of places) {
      const shown = await shownBy({ name: 'remote', server: { ...place, retries: 0 } }, (session) =>
        call(session, 'echo'),
      );
      expect(shown).not.toMatch(/canary|with blanks|Y2FuYXJ5|bWU6Y2FuYXJ5/);
    }
  });

  it('is not shown when nothing can be reached', async () => {
    const url = `http://me:${canary}@127.0.0.1:9/mcp?key=${canary}`;
    expect(await shownBy({ name: 'remote', server: { url, retries: 0 } })).not.toContain('canary');
  });

  it('is not shown when it cannot be sent', async () => {
    const headers = { Authorization: `Bearer ${canary}\nmore` };
    const shown = await shownBy({ name: 'remote', server: { url: 'http://127.0.0.1:9', headers, retries: 0 } });
    expect(shown).not.toContain('canary');
  });
});
