import { createServer } from 'node:net';

/**
 * A server that writes what it likes instead of HTTP. Each request is answered by `answer`, with the method of its
 * message; what that returns is written, and the connection stays open.
 *
 * @param {(method: string | undefined, socket: import('node:net').Socket) => string | Buffer | undefined} answer
 */
export async function startTcp(answer) {
  /** @type {Set<import('node:net').Socket>} */
  const sockets = new Set();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket)).on('error', () => {});
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk;
      const head = text.indexOf('\r\n\r\n');
      const length = Number(/^content-length: *(\d+)/im.exec(text)?.[1] ?? 0);
      if (head === -1 || text.length < head + 4 + length) return;
      const method = /"method":"([^"]*)"/.exec(text)?.[1];
      text = '';
      const bytes = answer(method, socket);
      if (bytes !== undefined) socket.write(bytes);
    });
  });
  await new Promise((done) => server.listen(0, '127.0.0.1', () => done(undefined)));
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  return {
    url: `http://127.0.0.1:${port}/mcp`,
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((done) => server.close(done));
    },
  };
}
