import type { Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Failure, LogEntry } from '../../../src/runtime/types.ts';
import { answerTo, json, openStream, status, withSessions, type Handler } from '../servers/http.mjs';
import { startTcp } from '../servers/raw-tcp.mjs';
import { call } from '../support/managed.ts';
import { started, to } from '../support/remote.ts';

const LIMIT = 256 * 1024;
const options = { maxMessageBytes: LIMIT };

/** Why no connection is made to a server at this address. */
async function failureAt(url: string, timeout = 5, log: LogEntry[] = []): Promise<Failure> {
  const connection = to(url, { timeout }, { ...options, log: (entry) => log.push(entry) });
  const reason: unknown = await connection.connect().catch((error: unknown) => error);
  return (reason as { failure?: Failure }).failure ?? { kind: 'other', message: String(reason) };
}

/** Writes this repeatedly until the connection is closed. */
function flood(socket: Socket, piece: string): undefined {
  const more = (): void => {
    if (socket.destroyed) return;
    if (socket.write(piece)) setImmediate(more);
    else socket.once('drain', more);
  };
  more();
}

const result = JSON.stringify(answerTo({ id: 0, method: 'initialize', params: { protocolVersion: '2025-11-25' } }));
const head = (more: string): string => `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n${more}`;
const whole = (body: string, more = ''): string => `${head(`content-length: ${body.length}\r\n${more}`)}\r\n${body}`;

describe('what answers the first request may be no HTTP at all', () => {
  it.each<
    [string, (method: string | undefined, socket: Socket) => string | Buffer | undefined, Failure['kind'], RegExp]
  >([
    ['a greeting of another protocol', () => 'SSH-2.0-OpenSSH_9.9\r\n', 'protocol', /Invalid HTTP response.*HPE_/],
    [
      'headers without end',
      (_, socket) => flood(socket, head('x: '.padEnd(4096, 'y'))),
      'protocol',
      /HPE_HEADER_OVERFLOW/,
    ],
    ['many headers', () => head('a: b\r\n'.repeat(20_000)), 'protocol', /HPE_HEADER_OVERFLOW/],
    ['two lengths', () => `${head('content-length: 2\r\ncontent-length: 3\r\n')}\r\n{}`, 'protocol', /HPE_/],
    [
      'a length and chunks',
      () => `${head('content-length: 2\r\ntransfer-encoding: chunked\r\n')}\r\n{}`,
      'protocol',
      /HPE_/,
    ],
    ['chunks that are none', () => `${head('transfer-encoding: chunked\r\n')}\r\nzz\r\n{}\r\n`, 'protocol', /HPE_/],
    ['a NUL in a header', () => `${head('x: a\0b\r\n')}\r\n{}`, 'protocol', /HPE_/],
    [
      'interim responses without end',
      (_, socket) => flood(socket, 'HTTP/1.1 103 Early Hints\r\n\r\n'),
      'protocol',
      /1xx/,
    ],
    [
      'another protocol in its place',
      () => 'HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n',
      'unreachable',
      /closed the connection before/,
    ],
    ['nothing', (_, socket) => void socket.end(), 'unreachable', /connection was lost/],
    [
      'less than it says',
      (_, socket) => void socket.end(`${head('content-length: 999\r\n')}\r\n{`),
      'unreachable',
      /closed the connection before/,
    ],
    [
      'a stream without a line end',
      (_, socket) => {
        socket.write('HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\n\r\ndata: ');
        return flood(socket, 'x'.repeat(4096));
      },
      'protocol',
      /more than 0 MB/,
    ],
    [
      'a byte now and then',
      (_, socket) => {
        const bytes = head('x: y\r\n'.repeat(100)).split('');
        const timer = setInterval(() => socket.write(bytes.shift() ?? ' '), 20);
        socket.on('close', () => clearInterval(timer));
        return undefined;
      },
      'timeout',
      /did not answer within/,
    ],
  ])('%s', async (_, answer, kind, words) => {
    const server = await startTcp(answer);
    onTestFinished(async () => server.close());
    expect(await failureAt(server.url, kind === 'timeout' ? 0.5 : 5)).toMatchObject({
      kind,
      message: expect.stringMatching(words) as string,
    });
  });
});

describe('a session id', () => {
  it.each([
    ['with a space', 'mcp-session-id: a b\r\n'],
    ['beyond ASCII', 'mcp-session-id: caf\u00e9\r\n'],
    ['given twice', 'mcp-session-id: one\r\nmcp-session-id: two\r\n'],
    ['without end', `mcp-session-id: ${'x'.repeat(8000)}\r\n`],
  ])('%s is refused', async (_, header) => {
    const server = await startTcp((method) =>
      method === 'initialize'
        ? Buffer.from(whole(result, header), 'latin1')
        : 'HTTP/1.1 400 No\r\ncontent-length: 0\r\n\r\n',
    );
    onTestFinished(async () => server.close());
    expect(await failureAt(server.url)).toMatchObject({ kind: 'protocol', message: /session id/ });
  });

  it('counts only in the answer to the first request', async () => {
    const { handler } = withSessions();
    const server = await started((request, response) => {
      if (request.message?.method !== 'initialize') response.setHeader('mcp-session-id', 'another');
      return handler(request, response);
    });
    const session = await to(server.url).ready();
    await call(session, 'echo');
    expect(server.requests.at(-1)?.headers['mcp-session-id']).toBe('session-1');
  });
});

describe('an answer to the first request', () => {
  const deep = `{"jsonrpc":"2.0","id":0,"result":${'['.repeat(6000)}${']'.repeat(6000)}}`;
  const secret = 'sk-canary-4f8a9b7c6d5e4f3a2b1c';
  const answering =
    (body: string | Buffer, headers: Record<string, string> = {}): Handler =>
    (_, response) =>
      status(response, 200, body as string, { 'content-type': 'application/json', ...headers });

  it.each<[string, Handler, RegExp]>([
    ['that is nested too deep', answering(deep), /No MCP server/],
    ['with a raw control character', answering('{"jsonrpc":"2.0","id":0,"result":{"a":"\u0001"}}'), /No MCP server/],
    ['that is not JSON', answering('{"jsonrpc":"2.0","id":0,"result":{"a":NaN}}'), /No MCP server/],
    ['that is no message', answering('"hello"'), /No MCP server/],
    ['that holds one message and something else', answering(`[${result},7]`), /No MCP server/],
    ['in a stream, that cannot be read', (_, response) => void openStream(response)('{'), /No MCP server/],
    ['of another type', answering(result, { 'content-type': 'application/jsonp' }), /No MCP server/],
    ['that is longer than a message may be', answering(result.padEnd(LIMIT + 1)), /more than 0 MB/],
    [
      'that is compressed, and far longer',
      answering(gzipSync(result.padEnd(100 * LIMIT)), { 'content-encoding': 'gzip' }),
      /more than 0 MB/,
    ],
    ['in an encoding that is not known', answering(result, { 'content-encoding': 'br' }), /incorrect header/],
    [
      'that belongs to another request',
      answering('{"jsonrpc":"2.0","id":7,"result":{}}'),
      /closed the connection before/,
    ],
    ['that never comes', (_, response) => status(response, 202), /closed the connection before/],
    [
      'of empty lines',
      (_, response) => response.writeHead(200, { 'content-type': 'text/event-stream' }).write('\n'.repeat(10_000)),
      /empty lines/,
    ],
    ['that is a redirect to itself', (_, response) => status(response, 307, '', { location: '/mcp' }), /not followed/],
    [
      'that is a redirect which changes the method',
      (_, response) => status(response, 303, '', { location: '/x' }),
      /not followed/,
    ],
    [
      'that is a redirect to no address',
      (_, response) => status(response, 308, 'gone', { location: 'http://[' }),
      /308.*gone/,
    ],
    [
      'without a known version',
      (_, response) => json(response, { jsonrpc: '2.0', id: 0, result: { protocolVersion: '1999-01-01' } }),
      /unsupported MCP version/,
    ],
  ])('%s ends the attempt', async (_, handler, words) => {
    expect((await failureAt((await started(handler)).url)).message).toMatch(words);
  });

  it.each([
    ['words that are no words', 'HTTP/1.1 307 x\x07\x80y'],
    ['no status of HTTP', 'HTTP/1.1 999 OK'],
  ])('that leads on to an answer with %s is a failure of the server', async (_, line) => {
    let count = 0;
    const server = await startTcp(() => {
      count += 1;
      const first = count === 1 ? 'HTTP/1.1 307 Moved' : line;
      return Buffer.from(`${first}\r\nlocation: http://other.example/\r\ncontent-length: 2\r\n\r\nhi`, 'latin1');
    });
    onTestFinished(async () => server.close());
    expect((await failureAt(server.url)).kind).toMatch(/^(?:protocol|http-status)$/);
  });

  const packed = gzipSync(result);
  it.each([0, 1, 12, packed.length - 4])('that is compressed and ends after %i bytes is a failure', async (length) => {
    const headers = { 'content-encoding': 'gzip' };
    const { url } = await started(answering(packed.subarray(0, length), headers));
    expect(await failureAt(url)).toMatchObject({ kind: 'protocol', message: /cannot be decompressed.*unexpected end/ });
    const refusing = await started((_, response) =>
      status(response, 500, packed.subarray(0, length) as never, headers),
    );
    expect(await failureAt(refusing.url)).toMatchObject({ kind: 'http-status', status: 500 });
  });

  it('that is refused is in the log, without secrets', async () => {
    const { url } = await started(answering(`not JSON: ${secret}`));
    const log: LogEntry[] = [];
    const connection = to(url, { headers: { 'x-api-key': secret } }, { ...options, log: (entry) => log.push(entry) });
    await expect(connection.connect()).rejects.toThrow(/No MCP server/);
    const text = log.map(({ message }) => message).join('\n');
    expect(text).toContain('not JSON: ••••');
    expect(text).not.toContain(secret);
  });

  it('that redirects takes no credentials to another server', async () => {
    const other = await started(withSessions().handler);
    for (const code of [301, 302, 303, 307, 308]) {
      for (const location of [
        other.url,
        other.url.replace('http://', 'http://user:password@'),
        `//${new URL(other.url).host}/mcp`,
      ]) {
        const { url } = await started((_, response) => status(response, code, '', { location }));
        const connection = to(url, { headers: { Authorization: 'Bearer canary-8f7d6a5b4c3e', 'X-Key': 'canary-2' } });
        await expect(connection.connect()).rejects.toThrow(/not followed/);
      }
    }
    expect(other.requests).toEqual([]);
  });
});
