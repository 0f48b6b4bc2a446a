import type { Server } from 'node:http';
import type { Socket } from 'node:net';

export interface ConnectionLimits {
  readonly connections: number;
  readonly strangerConnections: number;
  readonly strangerConnectionsPerAddress: number;
}

/**
 * Keeps clients that have shown no right to be here from using up the connections of a server. The oldest of theirs makes
 * room for a new one, so that an authorized client, which shows its right at once, always gets in.
 */
export class Connections {
  readonly #limits: ConnectionLimits;
  readonly #server: Server;
  /** Oldest first, by address. */
  readonly #strangers = new Map<Socket, string>();
  readonly #perAddress = new Map<string, Set<Socket>>();
  #count = 0;

  constructor(server: Server, limits: ConnectionLimits) {
    this.#server = server;
    this.#limits = limits;
    // What was ended takes a moment to be gone.
    server.maxConnections = limits.connections + limits.strangerConnections;
    server.on('connection', (socket: Socket) => this.#arrived(socket));
  }

  get strangers(): number {
    return this.#strangers.size;
  }

  /** A request on this connection was authorized. */
  authorized(socket: Socket): void {
    const address = this.#strangers.get(socket);
    if (address === undefined) return;
    this.#strangers.delete(socket);
    const same = this.#perAddress.get(address);
    same?.delete(socket);
    if (same?.size === 0) this.#perAddress.delete(address);
  }

  #arrived(socket: Socket): void {
    const { connections, strangerConnections, strangerConnectionsPerAddress } = this.#limits;
    const address = socket.remoteAddress ?? '';
    const same = this.#perAddress.get(address) ?? new Set();
    if (same.size >= strangerConnectionsPerAddress) this.#end(same);
    else if (this.#strangers.size >= strangerConnections) this.#end(this.#strangers.keys());
    if (this.#count >= connections) {
      this.#server.closeIdleConnections();
      this.#end(this.#strangers.keys());
    }
    this.#count += 1;
    this.#strangers.set(socket, address);
    this.#perAddress.set(address, same.add(socket));
    socket.once('close', () => {
      this.#count -= 1;
      this.authorized(socket);
    });
  }

  /** Ends the first of them. */
  #end(sockets: Iterable<Socket>): void {
    for (const socket of sockets) {
      this.authorized(socket);
      socket.destroy();
      return;
    }
  }
}
