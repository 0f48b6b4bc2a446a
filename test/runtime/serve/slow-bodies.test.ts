import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { listenHttp } from '../../../src/opencode/transport/http.ts';
import { limitSlowBodies } from '../../../src/runtime/serve/slow-bodies.ts';
import { startApi } from '../../api/support/api.ts';
import { scriptedGateway } from '../../gateway/http/support/scripted-gateway.ts';
import { front, TOKEN } from '../../gateway/http/support/visitor.ts';
import { appFor } from '../../opencode/support/in-process.ts';
import { makeWorld } from '../../opencode/support/world.ts';

beforeEach(() => vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] }));
afterEach(() => vi.useRealTimers());

/** Answers with the length of the body. */
async function serve(): Promise<{ readonly port: number; readonly requests: IncomingMessage[] }> {
  const requests: IncomingMessage[] = [];
  const server = createServer((incoming, response) => {
    requests.push(incoming);
    void text(incoming).then(
      (body) => response.end(String(body.length)),
      () => {},
    );
  });
  limitSlowBodies(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { port: (server.address() as AddressInfo).port, requests };
}

/** The answer to a request whose sender stops here. */
async function answerTo(port: number, sent: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  socket.write(sent);
  const answer = text(socket);
  while (!socket.readableEnded && !socket.destroyed) {
    vi.advanceTimersByTime(100);
    await turn();
  }
  return answer;
}

test.each([
  ['that never comes', 'content-length: 5', ''],
  ['that stops in the middle', 'content-length: 5', 'ab'],
  ['in chunks that stop', 'transfer-encoding: chunked', '2\r\nab\r\n'],
])('a body %s ends with 408, also on a connection that was good before', async (_, header, part) => {
  const { port } = await serve();
  const good = 'POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 2\r\n\r\nok';
  const answer = await answerTo(port, `${good}POST / HTTP/1.1\r\nhost: x\r\n${header}\r\n\r\n${part}`);
  expect(answer.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 408']);
});

test('a body that keeps the pace is read to its end, however long it takes', async () => {
  const { port, requests } = await serve();
  const socket = connect(port, '127.0.0.1');
  const part = 'x'.repeat(16 * 1024);
  socket.write(`POST / HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-length: ${20 * part.length}\r\n\r\n`);
  const answer = text(socket);
  for (let sent = 1; sent <= 20; sent += 1) {
    socket.write(part);
    while ((requests[0]?.socket.bytesRead ?? 0) < sent * part.length) await turn();
    vi.advanceTimersByTime(1000);
  }
  expect(await answer).toContain(String(20 * part.length));
});

test('every server of ours limits them, also with a valid token', async () => {
  const gateway = await front(scriptedGateway());
  const api = await startApi();
  const world = await makeWorld();
  const app = appFor(world, { MCP_TRANSPORT: 'http', MCP_HTTP_PORT: '0', OPENCODE_MCP_TOKEN: TOKEN }, []);
  const opencode = await listenHttp(app);
  onTestFinished(async () => {
    await opencode.close();
    await app.close();
    await world.model.close();
  });
  const bearer = `authorization: Bearer ${TOKEN}`;
  const servers = [
    [gateway.address.port, '/mcp', bearer],
    [api.port, '/api/plans', `cookie: ${api.cookie}\r\nx-plugboard: 1`],
    [Number(new URL(opencode.url).port), '/mcp', bearer],
  ] as const;
  for (const [port, path, proof] of servers) {
    const head = `POST ${path} HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\n${proof}\r\ncontent-type: application/json`;
    expect(await answerTo(port, `${head}\r\ncontent-length: 5\r\n\r\n{`)).toMatch(/^HTTP\/1\.1 408/);
  }
});
