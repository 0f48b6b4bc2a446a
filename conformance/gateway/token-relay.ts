import { once } from 'node:events';
import { createServer, request as send, type Server } from 'node:http';
import { type AddressInfo } from 'node:net';

/** Forwards everything unchanged and adds a token, which the suite does not support. Returns its URL. */
export async function startTokenRelay(target: string, token: string): Promise<{ url: string; close(): void }> {
  const { hostname, port, pathname } = new URL(target);
  const relay = createServer((incoming, response) => {
    const { method, headers } = incoming;
    const out = send(
      {
        hostname,
        port,
        path: pathname,
        method,
        headers: { ...headers, authorization: `Bearer ${token}` },
        setHost: false,
      },
      (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
      },
    );
    out.on('error', () => response.destroy());
    // A closed request must be visible to the gateway as well.
    response.on('close', () => out.destroy());
    incoming.pipe(out);
  }).listen(0, '127.0.0.1');
  await once(relay, 'listening');
  return { url: `http://127.0.0.1:${portOf(relay)}${pathname}`, close: () => void relay.close() };
}

function portOf(server: Server): number {
  return (server.address() as AddressInfo).port;
}
