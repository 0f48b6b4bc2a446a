import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { Access } from '../../../../src/runtime/connect/http/access.ts';
import { answerTo, modern, openStream, sseOnly, status, withSessions, type Handler } from '../../servers/http.mjs';
import { person, setStage } from '../../sign-in/support/stage.ts';
import { until } from '../../support/processes.ts';
import { rawTo } from '../../support/raw.ts';
import { butFor, started } from '../../support/remote.ts';

const echo = { name: 'echo', arguments: { a: 1 } };
const jsonHeaders = { 'content-type': 'application/json' };
/** What no parser prints again as it was. */
const strange = '{ "jsonrpc":"2.0", "id":1,"result":{"n":1.10, "big":12345678901234567890,"x-new":[ ]},"more":true }';

describe('what passes to a server that is reached by its address', () => {
  it('is exactly what was sent, and so is what comes back', async () => {
    const server = await started(butFor((_, response) => void response.writeHead(200, jsonHeaders).end(strange)));
    const peer = await rawTo(server.url);
    expect(await peer.ask('tools/call', echo)).toBe(strange);
    const { message, headers } = server.requests.at(-1) ?? {};
    expect(message).toEqual({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: echo });
    expect(headers).toMatchObject({
      'mcp-session-id': 'session-1',
      'mcp-protocol-version': '2025-11-25',
      accept: 'application/json, text/event-stream',
    });
  });

  it('keeps to one connection', async () => {
    const ports = new Set<number | undefined>();
    const server = await started(
      butFor((request, response) => {
        ports.add(request.socket.remotePort);
        response.writeHead(200, jsonHeaders).end(JSON.stringify(answerTo(request.message)));
      }),
    );
    const peer = await rawTo(server.url);
    for (let count = 0; count < 5; count += 1) await peer.ask('tools/call', echo);
    expect(ports.size).toBe(1);
  });

  it('may come in a stream, with questions and progress before the answer, in pieces of any size', async () => {
    const question = '{"jsonrpc":"2.0","id":"q-1","method":"roots/list"}';
    const server = await started(
      butFor(({ message }, response) => {
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        const all = `: hello\r\n\r\nevent: message\ndata: ${question}\n\nid: 7\ndata:\n\nevent: other\ndata: no\n\n`;
        const last = `data:{"jsonrpc":"2.0",\ndata: "id":${message.id},"result":{"text":"früh"}}\n\n`;
        const bytes = Buffer.from(all + last);
        for (let at = 0; at < bytes.length; at += 5) response.write(bytes.subarray(at, at + 5));
        response.end();
      }),
    );
    const peer = await rawTo(server.url);
    expect(JSON.parse(await peer.ask('tools/call', echo))).toMatchObject({ result: { text: 'früh' } });
    expect(peer.heard[0]).toBe(question);
    peer.link.send('{"jsonrpc":"2.0","id":"q-1","result":{"roots":[]}}');
    await until(() => server.requests.at(-1)?.message?.id === 'q-1', 'the answer of ours');
  });

  it('may be compressed without being requested', async () => {
    const headers = { ...jsonHeaders, 'content-encoding': 'gzip' };
    const server = await started(butFor((_, response) => response.writeHead(200, headers).end(gzipSync(strange))));
    expect(await (await rawTo(server.url)).ask('tools/call', echo)).toBe(strange);
  });

  it.each(['', 'Identity'])('may say that it is not packed: %j', async (encoding) => {
    const headers = { ...jsonHeaders, 'content-encoding': encoding };
    const server = await started(butFor((_, response) => response.writeHead(200, headers).end(strange)));
    expect(await (await rawTo(server.url)).ask('tools/call', echo)).toBe(strange);
  });

  it('has the headers that modern servers want', async () => {
    const server = await started(modern);
    const peer = await rawTo(server.url);
    const inputSchema = { type: 'object', properties: { region: { type: 'string', 'x-mcp-header': 'Region' } } };
    peer.link.learnTools([{ name: 'größe', inputSchema }]);
    const meta = { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' };
    await peer.ask('tools/call', { name: 'größe', arguments: { region: 'eu' }, _meta: meta });
    expect(server.requests.at(-1)?.headers).toMatchObject({
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': 'tools/call',
      'mcp-name': `=?base64?${Buffer.from('größe').toString('base64')}?=`,
      'mcp-param-region': 'eu',
    });
  });

  it('goes the long way to servers of the oldest kind', async () => {
    const server = await started(sseOnly().handler);
    const peer = await rawTo(server.url);
    expect(JSON.parse(await peer.ask('tools/call', echo))).toMatchObject({
      result: { content: [{ text: '{"a":1}' }] },
    });
  });
});

describe('an answer that does not come', () => {
  it.each([404, 400])('because the session is gone (%i) is asked for again in another one', async (code) => {
    const { handler, forget } = withSessions(code);
    const server = await started((request, response) =>
      // Said in an answer to the request, as some servers do.
      request.message?.id !== undefined && request.headers['mcp-session-id'] === 'session-1'
        ? status(
            response,
            code,
            JSON.stringify({ id: code === 404 ? request.message.id : null, error: { code: 1, message: 'No session' } }),
          )
        : handler(request, response),
    );
    const peer = await rawTo(server.url);
    forget();
    const answers = await Promise.all([peer.ask('tools/call', echo), peer.ask('tools/call', echo)]);
    expect(answers.map((text) => JSON.parse(text) as object)).toMatchObject([{ result: {} }, { result: {} }]);
    expect(server.asked().filter((one) => one === 'POST initialize')).toHaveLength(2);
    expect(peer.heard).toContain('{"method":"notifications/tools/list_changed"}');
  });

  it('because the stream broke off is fetched where the server has said', async () => {
    const { handler } = withSessions();
    let id: unknown;
    const server = await started((request, response) => {
      const { method, message, headers } = request;
      if (message?.method === 'tools/call') {
        ({ id } = message);
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        return response.write('id: first\nretry: 10\ndata:\n\n', () => response.destroy());
      }
      if (method !== 'GET' || headers['last-event-id'] !== 'first') return handler(request, response);
      openStream(response)({ jsonrpc: '2.0', id, result: { rest: true } });
      return response.end();
    });
    const peer = await rawTo(server.url);
    expect(JSON.parse(await peer.ask('tools/call', echo))).toMatchObject({ id: 1, result: { rest: true } });
    expect(server.asked().slice(-2)).toEqual(['POST tools/call', 'GET']);
  });

  it.each<[string, Handler, RegExp]>([
    [
      'the stream broke off for good',
      (_, response) => openStream(response)('{}') && response.destroy(),
      /closed the connection before/,
    ],
    [
      'it is the answer to something else',
      (_, response) => response.writeHead(200, jsonHeaders).end('{"id":99,"result":{}}'),
      /closed the connection before/,
    ],
    ['there is none', (_, response) => status(response, 202), /closed the connection before/],
    ['the server is unwell', (_, response) => status(response, 500, 'Oh no'), /500.*Oh no/],
    [
      'it is too long',
      (_, response) => response.writeHead(200, jsonHeaders).end(Buffer.alloc(17_000_000, 0x20)),
      /16 MB/,
    ],
    ['an event is too long', (_, response) => void openStream(response)('x'.repeat(17_000_000)), /16 MB/],
    [
      'it is packed badly',
      (_, response) => response.writeHead(200, { ...jsonHeaders, 'content-encoding': 'gzip' }).end('no'),
      /incorrect header/,
    ],
  ])('because %s is an error, and the next one comes', async (_, handler, words) => {
    let isFirst = true;
    const server = await started(
      butFor((request, response) => {
        if (!isFirst) return status(response, 200, JSON.stringify(answerTo(request.message)), jsonHeaders);
        isFirst = false;
        return handler(request, response);
      }),
    );
    const peer = await rawTo(server.url);
    expect(JSON.parse(await peer.ask('tools/call', echo))).toMatchObject({
      error: { message: expect.stringMatching(words) as string },
    });
    expect(JSON.parse(await peer.ask('tools/call', echo))).toMatchObject({ result: {} });
  });

  it('because the server says no is its own error', async () => {
    const error = { code: -32020, message: 'Wrong headers', data: { x: 1 } };
    const server = await started((request, response) =>
      request.message?.method === 'tools/call'
        ? status(response, 400, JSON.stringify({ jsonrpc: '2.0', id: request.message.id, error }))
        : modern(request, response),
    );
    const peer = await rawTo(server.url);
    expect(JSON.parse(await peer.ask('tools/call', echo))).toMatchObject({ error });
  });

  it('is canceled when its caller has left, and its connection is closed', async () => {
    let isGone = false;
    const server = await started(butFor((_, response) => void response.on('close', () => (isGone = true))));
    const peer = await rawTo(server.url);
    const id = peer.begin('tools/call', echo);
    await until(() => server.asked().at(-1) === 'POST tools/call', 'the call');
    peer.link.cancel(id, 'Changed my mind');
    await until(() => isGone && server.asked().at(-1) === 'POST notifications/cancelled', 'the end');
    expect(server.requests.at(-1)?.message.params).toEqual({ requestId: id, reason: 'Changed my mind' });
    expect(peer.heard).toEqual([]);
  });
});

it('ends a stream that stays open behind its answer', async () => {
  let isGone = false;
  const server = await started(
    butFor(({ message }, response) => {
      response.on('close', () => (isGone = true));
      openStream(response)(answerTo(message));
    }),
  );
  const peer = await rawTo(server.url);
  expect(JSON.parse(await peer.ask('tools/call', echo))).toMatchObject({ result: {} });
  await until(() => isGone, 'the end of the stream');
});

it('follows to another path of the same server, and to no other server', async () => {
  const other = await started(() => {});
  let to = '/moved';
  const server = await started(
    butFor((request, response) =>
      request.url === '/moved'
        ? status(response, 200, JSON.stringify(answerTo(request.message)), jsonHeaders)
        : status(response, 307, '', { location: to }),
    ),
  );
  const peer = await rawTo(server.url, { headers: { 'X-Key': 'secret-key-1' } });
  expect(JSON.parse(await peer.ask('tools/call', echo))).toMatchObject({ result: {} });
  to = other.url;
  expect(JSON.parse(await peer.ask('tools/call', echo))).toMatchObject({ error: {} });
  expect(other.requests).toEqual([]);
});

it('brings the token of a sign-in, and a new one when the server no longer takes the old', async () => {
  const stage = await setStage();
  await stage.signIn.start(stage.toRun, person());
  const peer = await rawTo(stage.server.url, {}, stage.signIn.access(stage.toRun));
  const answered = { result: { content: [{ text: '{"a":1}' }] } };
  expect(JSON.parse(await peer.ask('tools/call', echo))).toMatchObject(answered);
  const first = stage.server.tokens.at(-1);
  // Expired for us, although its issuer would still accept it.
  stage.wait(3600);
  expect(JSON.parse(await peer.ask('tools/call', echo))).toMatchObject(answered);
  const second = stage.server.tokens.at(-1);
  expect(second).not.toBe(first);
  stage.server.needs = 'more';
  expect(JSON.parse(await peer.ask('tools/call', echo))).toMatchObject({ error: { message: /more scopes/ } });
});

it('does without a token as long as the server does, and asks for one when it no longer does', async () => {
  const stage = await setStage();
  stage.server.protects = 'calls';
  const access = stage.signIn.access(stage.toRun);
  let asked = 0;
  const counted: Access = {
    isOurs: (authorization) => access.isOurs(authorization),
    token: async () => ((asked += 1), access.token()),
    guard: (fetch) => access.guard(fetch),
    isWorthTrying: async () => access.isWorthTrying(),
    get secrets() {
      return access.secrets;
    },
  };
  const peer = await rawTo(stage.server.url, {}, counted);
  await peer.ask('ping');
  await peer.ask('ping');
  expect(asked).toBe(1);
  await stage.signIn.start(stage.toRun, person());
  expect(JSON.parse(await peer.ask('tools/call', echo))).toMatchObject({ result: { content: [{ text: '{"a":1}' }] } });
});
