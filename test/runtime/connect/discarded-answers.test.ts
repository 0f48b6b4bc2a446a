import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import type { ExchangeEnd } from '../../../src/runtime/connect/http/exchange.ts';
import { HttpRoute } from '../../../src/runtime/connect/http/http-route.ts';

it.each([401, 307, 202])('hangs up on an answer of status %i that never ends', async (status) => {
  let answer: ServerResponse | undefined;
  const server = createServer((_, response) => {
    answer = response;
    response.writeHead(status, { 'content-type': 'text/plain' });
    const more = (): void => {
      if (response.destroyed) return;
      if (response.write(Buffer.alloc(64 * 1024, 97))) setImmediate(more);
      else response.once('drain', more);
    };
    more();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`);
  const route = new HttpRoute({ url, headers: {}, maxMessageBytes: 1024 * 1024, headersMs: 5000, fetch });
  const ended = new Promise<ExchangeEnd>((done) => {
    route.begin({ method: 'POST', body: '{}', accepts: 'messages', headers: {}, onText: () => true, onEnd: done });
  });
  await ended;
  if (answer && !answer.destroyed) await once(answer, 'close');
  expect(answer?.destroyed).toBe(true);
  route.close();
});
