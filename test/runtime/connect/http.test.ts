import { describe, expect, it } from 'vitest';
import type { LogEntry } from '../../../src/runtime/types.ts';
import { json, modern, openStream, sseOnly, status, withSessions, type Handler } from '../servers/http.mjs';
import { call, messageOf } from '../support/managed.ts';
import { until } from '../support/processes.ts';
import { butFor, sessionOver, started, to } from '../support/remote.ts';

describe('a server of the older era', () => {
  it('is asked for the modern era first, which is not done again while that is remembered', async () => {
    const kept = new Map<string, unknown>();
    const eras = {
      read: async (key: string) => kept.get(key),
      write: async (key: string, value: unknown) => void kept.set(key, value),
    };
    const server = await started(withSessions().handler);
    const first = await to(server.url, {}, { eras }).ready();
    expect(first.info).toMatchObject({ protocol: '2025-11-25', era: 'legacy', name: 'of-ours' });
    await expect(call(first, 'echo', { a: 1 })).resolves.toBe('{"a":1}');
    await first.close();
    const asked = ['POST initialize', 'POST notifications/initialized', 'GET', 'POST tools/call', 'DELETE'];
    expect(server.asked()).toEqual(['POST server/discover', ...asked]);
    const second = await to(server.url, {}, { eras }).ready();
    await call(second, 'echo');
    await second.close();
    expect(server.asked()).toEqual(['POST server/discover', ...asked, ...asked]);
  });

  it.each([404, 400])('that has lost the session, and says so with %i, gets a new one unnoticed', async (code) => {
    const { handler, forget, sessions } = withSessions(code);
    const server = await started(handler);
    const session = await to(server.url).ready();
    const heard: string[] = [];
    session.onNotification((method) => heard.push(method));
    forget();
    const answers = await Promise.all([call(session, 'echo', { a: 1 }), call(session, 'echo', { b: 2 })]);
    expect(answers).toEqual(['{"a":1}', '{"b":2}']);
    expect(server.asked().filter((one) => one === 'POST initialize')).toHaveLength(2);
    expect(sessions.size).toBe(1);
    expect(heard).toEqual(['notifications/tools/list_changed']);
  });

  it('that says so late gets no third session', async () => {
    const { handler, forget } = withSessions();
    const late: (() => void)[] = [];
    const server = await started((request, response) => {
      const answer = (): unknown => handler(request, response);
      return request.message?.params?.name === 'late' && late.length === 0 ? late.push(() => answer()) : answer();
    });
    const session = await to(server.url).ready();
    forget();
    const first = call(session, 'late', { a: 1 });
    await until(() => late.length === 1, 'the first call');
    await expect(call(session, 'echo', { b: 2 })).resolves.toBe('{"b":2}');
    late[0]?.();
    await expect(first).resolves.toBe('{"a":1}');
    expect(server.asked().filter((one) => one === 'POST initialize')).toHaveLength(2);
  });

  it('that loses every session at once is not asked for ever', async () => {
    const { handler, forget } = withSessions();
    const server = await started((request, response) => {
      if (request.message?.method === 'tools/call') forget();
      return handler(request, response);
    });
    await expect(call(await to(server.url).ready(), 'echo')).rejects.toMatchObject({ failure: { status: 404 } });
    expect(server.asked().filter((one) => one === 'POST initialize')).toHaveLength(2);
  });

  it('that is not there any more is lost', async () => {
    const server = await started(withSessions().handler);
    const connection = to(server.url);
    const session = await connection.ready();
    await server.close();
    await expect(call(session, 'echo')).rejects.toMatchObject({
      failure: {
        kind: 'unreachable',
        message: expect.stringMatching(/^Nothing is listening at 127\.0\.0\.1:\d+ \(ECONNREFUSED\)$/),
      },
    });
    await until(() => connection.state.name === 'failed', 'the loss');
  });
});

it('hears what a server tells without being asked', async () => {
  const { handler } = withSessions();
  const { url } = await started((request, response) => {
    if (request.method !== 'GET') return handler(request, response);
    return openStream(response)({ jsonrpc: '2.0', method: 'notifications/tools/list_changed' });
  });
  const session = await to(url).ready();
  const heard = new Promise((done) => session.onNotification(done));
  await expect(heard).resolves.toBe('notifications/tools/list_changed');
});

describe('a server of the modern era', () => {
  it('has its results handed on unchanged', async () => {
    const server = await started(modern);
    const session = await to(server.url).ready();
    expect(session.info).toMatchObject({ protocol: '2026-07-28', era: 'modern' });
    expect(session.info.capabilities).toEqual({ tools: {}, extensions: { 'x/y': { deep: 1 } } });
    await expect(session.request('tools/call', { name: 'strange' })).resolves.toEqual({
      resultType: 'complete',
      content: [{ type: 'hologram' }],
      'x-unknown': 1,
    });
    await expect(session.request('x/unknown')).rejects.toMatchObject({ code: -32601, message: 'No x/unknown' });
    expect(server.asked()).toEqual(['POST server/discover', 'POST tools/call', 'POST x/unknown']);
  });
});

describe('a server that refuses our revision', () => {
  const refusing = (supported: unknown, times = Infinity): Handler => {
    const { handler } = withSessions();
    let left = times;
    return (request, response) => {
      const { id, method } = request.message ?? {};
      if (method !== 'server/discover' || left <= 0) return (times < Infinity ? modern : handler)(request, response);
      left -= 1;
      const error = { code: -32022, message: 'Another one', data: { supported } };
      return status(response, 400, JSON.stringify({ jsonrpc: '2.0', id, error }));
    };
  };

  it('and names it all the same is asked once more', async () => {
    const server = await started(refusing(['2026-07-28'], 1));
    expect((await to(server.url).ready()).info.era).toBe('modern');
    expect(server.asked()).toEqual(['POST server/discover', 'POST server/discover']);
    await expect(to((await started(refusing(['2026-07-28'], 2))).url).connect()).rejects.toThrow(/Another one/);
  });

  it('and names older ones is of the older era', async () => {
    for (const supported of [['2025-11-25'], [], 7, undefined]) {
      expect((await sessionOver(refusing(supported))).info.era).toBe('legacy');
    }
  });

  it('and names only newer ones is not asked for the older era', async () => {
    const server = await started(refusing(['2027-01-01']));
    await expect(to(server.url).connect()).rejects.toThrow(/Another one/);
    expect(server.asked()).toEqual(['POST server/discover']);
  });
});

describe('arguments that belong into headers', () => {
  const inputSchema = {
    type: 'object',
    properties: {
      region: { type: 'string', 'x-mcp-header': 'Region' },
      where: { type: 'object', properties: { depth: { type: 'integer', 'x-mcp-header': 'Depth' } } },
      plain: { type: 'string' },
    },
  };
  const picky: Handler = (request, response) => {
    const { id, method } = request.message;
    if (method === 'tools/list') {
      const result = {
        resultType: 'complete',
        tools: [{ name: 'picky', inputSchema }],
        ttlMs: 0,
        cacheScope: 'private',
      };
      return json(response, { jsonrpc: '2.0', id, result });
    }
    if (method !== 'tools/call' || request.headers['mcp-param-region']) return modern(request, response);
    return status(response, 400, JSON.stringify({ jsonrpc: '2.0', id, error: { code: -32020, message: 'Mismatch' } }));
  };

  it('are put there as soon as the server asks for it', async () => {
    const server = await started(picky);
    const session = await to(server.url).ready();
    const args = { region: 'Grönland', where: { depth: 7 }, plain: 'x' };
    await session.request('tools/call', { name: 'picky', arguments: args });
    await session.request('tools/call', { name: 'picky', arguments: { region: 'eu' } });
    expect(server.asked().slice(1)).toEqual([
      'POST tools/call',
      'POST tools/list',
      'POST tools/call',
      'POST tools/call',
    ]);
    const sent = server.requests.slice(3).map(({ headers }) => {
      return Object.entries(headers).filter(([name]) => name.startsWith('mcp-param-'));
    });
    const encoded = `=?base64?${Buffer.from('Grönland').toString('base64')}?=`;
    expect(sent.map((headers) => Object.fromEntries(headers))).toEqual([
      { 'mcp-param-region': encoded, 'mcp-param-depth': '7' },
      { 'mcp-param-region': 'eu' },
    ]);
  });

  describe('and are declared wrongly', () => {
    const spoilt = { type: 'object', properties: { a: { type: 'string', 'x-mcp-header': 'no token' } } };
    const result = { tools: [{ name: 'spoilt', inputSchema: spoilt }, { name: 'whole' }], resultType: 'complete' };
    const listing =
      (other: Handler): Handler =>
      (request, response) => {
        const { id, method } = request.message ?? {};
        if (method !== 'tools/list') return other(request, response);
        return json(response, { jsonrpc: '2.0', id, result });
      };

    it('cost the tool, and a warning', async () => {
      const server = await started(listing(modern));
      const warnings: string[] = [];
      const log = ({ level, message }: LogEntry): void => void (level === 'warning' && warnings.push(message));
      const session = await to(server.url, {}, { log }).ready();
      await expect(session.listAll('tools')).resolves.toEqual([{ name: 'whole' }]);
      expect(warnings).toEqual(['A tool is left out. spoilt: a header name is invalid']);
    });

    it('mean nothing in the older era', async () => {
      const session = await sessionOver(listing(withSessions().handler));
      await expect(session.listAll('tools')).resolves.toHaveLength(2);
    });
  });
});

describe('a server of the oldest transport', () => {
  it('is found by the way it refuses the present one', async () => {
    const session = await sessionOver(sseOnly().handler);
    await expect(call(session, 'echo', { a: 1 })).resolves.toBe('{"a":1}');
  });

  it('is asked that way first when the definition says so', async () => {
    const server = await started(sseOnly().handler);
    await to(server.url, { transport: 'sse' }).connect();
    expect(server.asked()).toEqual(['GET', 'POST initialize', 'POST notifications/initialized']);
  });

  it('may have moved on to the present one', async () => {
    const session = await sessionOver(withSessions().handler, { transport: 'sse' });
    await expect(call(session, 'echo')).resolves.toBe('{}');
  });

  it('is lost when its stream ends', async () => {
    const { handler, drop } = sseOnly();
    const connection = to((await started(handler)).url);
    const answer = messageOf(call(await connection.ready(), 'forget'));
    drop();
    await expect(answer).resolves.toBe('The server closed its response stream.');
    expect(connection.state.name).toBe('failed');
    await expect(call(await connection.ready(), 'echo')).resolves.toBe('{}');
  });
});

describe('a server that refuses', () => {
  it.each([
    [
      500,
      'oh',
      { kind: 'http-status', status: 500, message: 'The server answered with 500 Internal Server Error: oh' },
    ],
    [
      403,
      '{"error":{"message":"not you"}}',
      { kind: 'http-status', status: 403, message: 'The server answered with 403 Forbidden: not you' },
    ],
    [
      404,
      '<html>nothing</html>',
      { kind: 'http-status', status: 404, message: 'The server answered with 404 Not Found' },
    ],
    [401, '', { kind: 'unauthorized', status: 401 }],
  ])('with %i fails with what it says', async (code, body, failure) => {
    const connection = to((await started((_, response) => status(response, code, body))).url);
    await expect(connection.connect()).rejects.toMatchObject({ failure });
    expect(connection.state.name).toBe(code === 401 ? 'needs-sign-in' : 'failed');
  });

  it('is none of MCP', async () => {
    const page: Handler = (_, response) => status(response, 200, '<html>', { 'content-type': 'text/html' });
    const text: Handler = (_, response) => status(response, 200, 'oops', { 'content-type': 'application/json' });
    for (const handler of [page, text]) {
      const failure = { kind: 'protocol', message: 'No MCP server at this address.' };
      await expect(to((await started(handler)).url).connect()).rejects.toMatchObject({ failure });
    }
  });

  it('with 401 wants a sign-in on the oldest transport as well', async () => {
    const refusing = to((await started((_, response) => status(response, 401))).url, { transport: 'sse' });
    await expect(refusing.connect()).rejects.toMatchObject({ failure: { kind: 'unauthorized', status: 401 } });
    expect(refusing.state.name).toBe('needs-sign-in');
    const { handler } = sseOnly();
    const later = to(
      (
        await started((request, response) =>
          request.message?.method === 'tools/call' ? status(response, 401) : handler(request, response),
        )
      ).url,
    );
    await expect(call(await later.ready(), 'echo')).rejects.toMatchObject({ failure: { kind: 'unauthorized' } });
    await until(() => later.state.name === 'needs-sign-in', 'the refusal');
  });

  it('is tried again when it is only busy', async () => {
    const { handler } = withSessions();
    let refusals = 2;
    const server = await started((request, response) =>
      refusals-- > 0 ? status(response, 503) : handler(request, response),
    );
    await expect(to(server.url, { retries: 3 }).connect()).resolves.toBeUndefined();
  });

  it('requires a sign-in later, when asked for more', async () => {
    let tokens = 0;
    const { url } = await started(butFor((_, response) => status(response, 401)));
    const connection = to(
      url,
      {},
      {
        resolve: async () => ({
          server: { transport: 'http', args: [], env: {}, url, headers: { authorization: `Bearer ${(tokens += 1)}` } },
          problems: [],
          secrets: [],
        }),
      },
    );
    await expect(call(await connection.ready(), 'echo')).rejects.toMatchObject({ failure: { kind: 'unauthorized' } });
    await until(() => connection.state.name === 'needs-sign-in', 'the refusal');
    // The token may only have run out: values are read anew, once.
    await connection.ready();
    expect(tokens).toBe(2);
  });
});

describe('redirects', () => {
  it('are followed on the same server', async () => {
    const { handler } = withSessions();
    const session = await sessionOver((request, response) =>
      request.url === '/mcp' ? status(response, 307, '', { location: '/moved' }) : handler(request, response),
    );
    await expect(call(session, 'echo')).resolves.toBe('{}');
  });

  it('to another server are not followed, so that it gets no credentials', async () => {
    const other = await started(withSessions().handler);
    const { url } = await started((_, response) => status(response, 307, '', { location: other.url }));
    const connection = to(url, { headers: { Authorization: 'Bearer canary-8f7d6a5b4c3e' } });
    await expect(connection.connect()).rejects.toThrow(/redirects to .* not followed/);
    expect(other.requests).toEqual([]);
  });
});

describe('an address with a user in it', () => {
  it('becomes a header', async () => {
    const server = await started(withSessions().handler);
    await to(server.url.replace('//', '//me:p%40ss@')).connect();
    const expected = `Basic ${Buffer.from('me:p@ss').toString('base64')}`;
    expect(new Set(server.requests.map(({ headers }) => headers.authorization))).toEqual(new Set([expected]));
  });

  it('that is not one of http is refused before anything is sent', async () => {
    await expect(to('ftp://example.com').connect()).rejects.toMatchObject({ failure: { kind: 'values' } });
  });
});
