import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** Limits the number of connections by closing the oldest, so that idle ones cannot block the expected request. */
export function limitConnections(server: Server, most: number): void {
  const open = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
    const [oldest] = open;
    if (open.size > most) oldest?.destroy();
  });
  // A connection with a request counts as new.
  server.on('request', ({ socket }) => {
    if (open.delete(socket)) open.add(socket);
  });
}
