import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Keeps at most so many connections, the newest: those that are opened and say nothing must not keep the one out that is
 * waited for.
 */
export function keepNewest(server: Server, most: number): void {
  const open = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
    const [oldest] = open;
    if (open.size > most) oldest?.destroy();
  });
  // One that has asked for something moves to the end.
  server.on('request', ({ socket }) => {
    if (open.delete(socket)) open.add(socket);
  });
}
