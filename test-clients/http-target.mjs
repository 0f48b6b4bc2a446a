import { once } from 'node:events';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { answer } from './target-answer.mjs';

/** @typedef {{ method: string | undefined, path: string, headers: Record<string, string | string[] | undefined>, message?: string }} TargetRequest */

/**
 * An MCP server over HTTP that records its requests, on a free port of this machine. Any path is a server, so that one
 * target can act as several and the path identifies them.
 */
export async function startHttpTarget() {
  /** @type {TargetRequest[]} */
  const requests = [];
  const server = createServer((request, response) => {
    const { method, url: path = '/', headers } = request;
    // Clients look for a sign-in below /.well-known, and open a stream with GET. Both may be declined.
    if (path.startsWith('/.well-known/')) return void response.writeHead(404).end();
    /** @type {TargetRequest} */
    const noted = { method, path, headers };
    requests.push(noted);
    if (method !== 'POST') return void response.writeHead(405, { allow: 'POST' }).end();
    text(request).then(
      (body) => {
        const message = JSON.parse(body);
        noted.message = message.method;
        const reply = answer(message);
        if (!reply) return response.writeHead(202).end();
        return response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(reply));
      },
      () => response.destroy(),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = /** @type {import('node:net').AddressInfo} */ (server.address());
  return {
    url: `http://127.0.0.1:${address.port}`,
    requests,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
