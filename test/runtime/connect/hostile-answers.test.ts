import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { Access } from '../../../src/runtime/connect/http/access.ts';
import { answerTo, json, openStream, sseOnly, status, withSessions, type Handler } from '../servers/http.mjs';
import { call, sessionWith } from '../support/managed.ts';
import { rawTo } from '../support/raw.ts';
import { butFor, sessionOver, started, to } from '../support/remote.ts';

const echo = { name: 'echo', arguments: { a: 1 } };
const streamHeaders = { 'content-type': 'text/event-stream' };
const packed = { 'content-encoding': 'gzip' };
const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024, '\n'));
const comments = gzipSync(Buffer.alloc(64 * 1024 * 1024, ':\n'));

/** Says something of a body, and then a byte now and then, for ever. */
function trickle(response: Parameters<Handler>[1], code: number, headers: Record<string, string> = {}): void {
  response.writeHead(code, { 'content-type': 'text/plain', ...headers }).write('No entry');
  const timer = setInterval(() => response.write('.'), 500);
  response.on('close', () => clearInterval(timer));
}

/** Answers the first call in this way, and later ones as it should. */
function once(handler: Handler): Handler {
  let isFirst = true;
  return butFor((request, response) => {
    if (!isFirst) return json(response, answerTo(request.message));
    isFirst = false;
    return handler(request, response);
  });
}

describe('few bytes that become many', () => {
  const cases: [string, Handler, RegExp][] = [
    [
      'a stream of empty lines',
      (_, response) => response.writeHead(200, { ...streamHeaders, ...packed }).end(bomb),
      /too many empty lines/,
    ],
    [
      'a stream of comments that stays open',
      (_, response) => response.writeHead(200, { ...streamHeaders, ...packed }).write(comments),
      /too many empty lines/,
    ],
    [
      'an answer of empty lines',
      (_, response) => response.writeHead(200, { 'content-type': 'application/json', ...packed }).end(bomb),
      /16 MB/,
    ],
    ['a refusal', (_, response) => response.writeHead(500, packed).end(bomb), /answered with 500/],
  ];

  it.each(cases)('end the call that gets them, and no other: %s', async (_, handler, words) => {
    const peer = await rawTo((await started(once(handler))).url);
    expect(JSON.parse(await peer.ask('tools/call', echo))).toMatchObject({
      error: { message: expect.stringMatching(words) as string },
    });
    expect(JSON.parse(await peer.ask('tools/call', echo))).toMatchObject({ result: {} });
  });

  it.each(cases)('end a call of a session in the same way: %s', async (_, handler, words) => {
    const session = await sessionOver(once(handler));
    await expect(call(session, 'echo')).rejects.toThrow(words);
    await expect(call(session, 'echo', { a: 1 })).resolves.toBe('{"a":1}');
  });

  it('end the connection of a server of the oldest kind, whose answers come on one stream', async () => {
    const { handler, write } = sseOnly();
    const server = await started(handler);
    const peer = await rawTo(server.url);
    write('\n'.repeat(1024 * 1024));
    expect(await peer.link.closed).toMatchObject({ message: expect.stringMatching(/empty lines/) as string });
  });
});

it('gives up a server that asks on and on without accepting the answers', async () => {
  const server = await started(
    butFor((_, response) => {
      const write = openStream(response);
      const ask = (): void => {
        for (let count = 0; count < 50; count += 1) write({ jsonrpc: '2.0', id: count, method: 'ping' });
        if (!response.destroyed) setImmediate(ask);
      };
      ask();
    }, true),
  );
  const session = await to(server.url).ready();
  await expect(call(session, 'echo')).rejects.toThrow('sends requests without accepting the responses');
});

it('reads a stream whose lines end with CR alone', async () => {
  const server = await started(
    butFor(({ message }, response) => {
      response.writeHead(200, streamHeaders).write(`data: ${JSON.stringify(answerTo(message))}\r\r`);
    }),
  );
  const peer = await rawTo(server.url);
  expect(JSON.parse(await peer.ask('tools/call', echo))).toMatchObject({ result: {} });
});

describe('a refusal whose text never ends', () => {
  it.each([401, 403, 404, 500, 503])('is the end of the call all the same: %i', async (code) => {
    const peer = await rawTo((await started(butFor((_, response) => trickle(response, code)))).url);
    const { error } = JSON.parse(await peer.ask('tools/call', echo)) as { error: { message: string } };
    expect(error.message).toMatch(
      code === 401 ? /requires authentication/ : new RegExp(`answered with ${code}.*No entry`),
    );
  });

  it.each([401, 500])('is the end of a call of a session: %i', async (code) => {
    const session = await sessionOver(once((_, response) => trickle(response, code)));
    await expect(call(session, 'echo')).rejects.toThrow(code === 401 ? /requires authentication/ : /answered with 500/);
  });

  it('is the end of an attempt to connect', async () => {
    await expect(sessionOver((_, response) => trickle(response, 401))).rejects.toThrow(/requires authentication/);
    await expect(sessionOver((_, response) => trickle(response, 200, { 'content-type': 'text/html' }))).rejects.toThrow(
      /No MCP server/,
    );
  });
});

describe('the rest of a stream that broke off', () => {
  /** A call breaks off behind its first event; what follows is asked for with GET. */
  function breaking(rest: (id: unknown, ...args: Parameters<Handler>) => unknown): Handler {
    const { handler } = withSessions();
    let id: unknown;
    return (request, response) => {
      const { method, message, headers } = request;
      if (message?.method === 'tools/call') {
        ({ id } = message);
        response.writeHead(200, streamHeaders);
        return response.write('id: first\nretry: 10\ndata:\n\n', () => response.destroy());
      }
      if (method !== 'GET' || headers['last-event-id'] !== 'first') return handler(request, response);
      return rest(id, request, response);
    };
  }
  const answered = (id: unknown): object => ({ jsonrpc: '2.0', id, result: { rest: true } });

  it('is fetched from another path of the same server', async () => {
    const server = await started(
      breaking((id, request, response) =>
        request.url === '/moved'
          ? openStream(response)(answered(id))
          : status(response, 307, '', { location: '/moved' }),
      ),
    );
    expect(JSON.parse(await (await rawTo(server.url)).ask('tools/call', echo))).toMatchObject({
      result: { rest: true },
    });
  });

  it('is not fetched from another server', async () => {
    const other = await started(() => {});
    const server = await started(breaking((_, __, response) => status(response, 307, '', { location: other.url })));
    const peer = await rawTo(server.url, { headers: { 'X-Key': 'secret-key-1' } });
    expect(JSON.parse(await peer.ask('tools/call', echo))).toMatchObject({
      error: { message: expect.stringMatching(/redirects to .*, which is not followed/) as string },
    });
    expect(other.requests).toEqual([]);
  });

  it.each<[string, Handler, RegExp]>([
    ['redirects in a circle', (_, response) => status(response, 302, '', { location: '/mcp' }), /is not followed/],
    ['asks who we are', (_, response) => trickle(response, 401), /requires authentication/],
    ['does not know of it', (_, response) => status(response, 404, 'Gone'), /answered with 404/],
    ['has a page there', (_, response) => status(response, 403, 'Not you'), /answered with 403/],
    [
      'sends empty lines',
      (_, response) => response.writeHead(200, streamHeaders).write('\n'.repeat(10_000)),
      /empty lines/,
    ],
  ])('fails at once where the server %s', async (_, rest, words) => {
    const server = await started(breaking((__, request, response) => rest(request, response)));
    const peer = await rawTo(server.url);
    expect(JSON.parse(await peer.ask('tools/call', echo))).toMatchObject({
      error: { message: expect.stringMatching(words) as string },
    });
  });

  it('is fetched with a new token where the server no longer takes the old', async () => {
    const server = await started(
      breaking((id, { headers }, response) =>
        headers.authorization === 'Bearer new' ? openStream(response)(answered(id)) : status(response, 401),
      ),
    );
    const access: Access = {
      isOurs: () => true,
      token: async () => 'old',
      guard: (fetch) => async (url, init) =>
        fetch(url, {
          ...init,
          headers: { ...Object.fromEntries(new Headers(init?.headers)), authorization: 'Bearer new' },
        }),
      isWorthTrying: async () => true,
      secrets: [],
    };
    const peer = await rawTo(server.url, {}, access);
    expect(JSON.parse(await peer.ask('tools/call', echo))).toMatchObject({ result: { rest: true } });
  });
});

it.each(['id: null', 'id: undefined, ID: id'])('an answer of a program with %s fails the only call', async (wrong) => {
  const script = `require('readline').createInterface({ input: process.stdin }).on('line', (line) => {
    const { id, method, params } = JSON.parse(line);
    const say = (message) => console.log('\\uFEFF' + JSON.stringify({ jsonrpc: '2.0', id, ...message }));
    const serverInfo = { name: 'x', version: '1' };
    if (method === 'initialize')
      say({ result: { protocolVersion: params.protocolVersion, capabilities: { tools: {} }, serverInfo } });
    else if (method === 'tools/call') say({ result: { content: [] }, ${wrong} });
    else if (id !== undefined) say({ error: { code: -32601, message: 'no' } });
  });`;
  const session = await sessionWith('polite', { args: ['-e', script] });
  await expect(call(session, 'echo')).rejects.toThrow(/without the id/);
});

describe('an answer with a string for its id', () => {
  const wrong: [string, Handler][] = [
    ['JSON', ({ message }, response) => json(response, { ...answerTo(message), id: String(message.id) })],
    [
      'a stream',
      ({ message }, response) => void openStream(response)({ ...answerTo(message), id: String(message.id) }),
    ],
  ];

  it.each(wrong)('fails the call of a session: %s', async (_, handler) => {
    const session = await sessionOver(once(handler));
    await expect(call(session, 'echo')).rejects.toThrow(/a string id/);
  });

  it('fails the call of a server of the oldest kind', async () => {
    const { handler, write } = sseOnly();
    const server = await started((request, response) => {
      const { message } = request;
      if (message?.method !== 'tools/call') return handler(request, response);
      status(response, 202);
      return write(`data: ${JSON.stringify({ ...answerTo(message), id: String(message.id) })}\n\n`);
    });
    const peer = await rawTo(server.url);
    expect(await peer.ask('tools/call', echo)).toContain('a string id');
  });

  it('fails the connection', async () => {
    const handler: Handler = ({ message }, response) =>
      message ? json(response, { ...answerTo(message), id: String(message.id) }) : status(response, 405);
    await expect(sessionOver(handler)).rejects.toThrow(/a string id/);
  });
});
