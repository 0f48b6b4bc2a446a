import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { AffinityCookies } from '../../../src/runtime/connect/affinity-cookies.ts';
import { HttpRoute } from '../../../src/runtime/connect/http/http-route.ts';

describe('cookies of a balancer', () => {
  it('are kept by name, without attributes', () => {
    const cookies = new AffinityCookies();
    expect(cookies.header).toBeUndefined();
    cookies.take(['AWSALB=abc+/=; Path=/; HttpOnly', 'route="b"; Max-Age=60']);
    expect(cookies.header).toBe('AWSALB=abc+/=; route="b"');
    cookies.take([
      'AWSALB=new',
      'route=; Max-Age=0',
      'no value',
      'bad name=1',
      `long=${'x'.repeat(5000)}`,
      'crlf=a\r\nb',
    ]);
    expect(cookies.header).toBe('AWSALB=new');
  });

  it('are bounded', () => {
    const cookies = new AffinityCookies();
    cookies.take(Array.from({ length: 100 }, (_, index) => `c${index}=1`));
    expect(cookies.header?.split('; ').length).toBe(16);
  });

  it.each([
    ['come back with every further request', {}, [undefined, 'instance=1', 'instance=1']],
    ['do not replace those of the definition', { Cookie: 'own=1' }, ['own=1', 'own=1', 'own=1']],
  ])('%s', async (_, headers, expected) => {
    const received: (string | undefined)[] = [];
    const server = createServer((request, response) => {
      received.push(request.headers.cookie);
      response.writeHead(202, { 'set-cookie': 'instance=1; Path=/' }).end();
    }).listen(0, '127.0.0.1');
    onTestFinished(() => void server.close());
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const url = new URL(`http://127.0.0.1:${port}/mcp`);
    const route = new HttpRoute({ url, headers, maxMessageBytes: 1000, headersMs: 1000, fetch });
    onTestFinished(() => route.close());
    for (let index = 0; index < 3; index += 1) {
      await new Promise<void>((done) => {
        const sent = { method: 'POST', body: '{}', accepts: 'status', headers: route.headers } as const;
        route.begin({ ...sent, onText: () => false, onEnd: () => done() });
      });
    }
    expect(received).toEqual(expected);
  });
});
