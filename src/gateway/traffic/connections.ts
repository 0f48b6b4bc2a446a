import type { Server } from 'node:http';
import type { Socket } from 'node:net';

export interface ConnectionLimits {
  readonly connections: number;
  readonly strangerConnections: number;
  readonly strangerConnectionsPerAddress: number;
}

/** An authorized client may open many connections at once; none is closed before it had this time to authenticate. */
const GRACE_MS = 5000;

/**
 * Prevents unauthenticated clients from exhausting the connections of a server. The oldest unauthenticated connection
 * is closed for a new one, so an authorized client, which authenticates at once, always gets in.
 */
export class Connections {
  readonly #limits: ConnectionLimits;
  readonly #server: Server;
  /** Oldest first. */
  readonly #strangers = new Map<Socket, { readonly address: string; readonly since: number }>();
  readonly #perAddress = new Map<string, Set<Socket>>();
  #count = 0;

  constructor(server: Server, limits: ConnectionLimits) {
    this.#server = server;
    this.#limits = limits;
    // Destroyed sockets are counted until they are closed.
    server.maxConnections = limits.connections + limits.strangerConnections;
    server.on('connection', (socket: Socket) => this.#onConnection(socket));
  }

  /** Marks a connection as authenticated. */
  authorized(socket: Socket): void {
    const stranger = this.#strangers.get(socket);
    if (!stranger) return;
    this.#strangers.delete(socket);
    const same = this.#perAddress.get(stranger.address);
    same?.delete(socket);
    if (same?.size === 0) this.#perAddress.delete(stranger.address);
  }

  #onConnection(socket: Socket): void {
    const { connections, strangerConnections, strangerConnectionsPerAddress } = this.#limits;
    const address = socket.remoteAddress ?? '';
    const since = performance.now();
    const old = since - GRACE_MS;
    const same = this.#perAddress.get(address) ?? new Set();
    this.#destroyOldest(same, same.size - strangerConnectionsPerAddress + 1, old);
    this.#destroyOldest(this.#strangers.keys(), this.#strangers.size - strangerConnections + 1, old);
    if (this.#count >= connections) {
      if (this.#strangers.size > 0) this.#destroyOldest(this.#strangers.keys(), 1, since);
      else this.#server.closeIdleConnections();
    }
    this.#count += 1;
    this.#strangers.set(socket, { address, since });
    this.#perAddress.set(address, same.add(socket));
    socket.once('close', () => {
      this.#count -= 1;
      this.authorized(socket);
    });
  }

  /** Destroys the oldest `count` sockets that were opened before this time. */
  #destroyOldest(sockets: Iterable<Socket>, count: number, before: number): void {
    let left = count;
    for (const socket of sockets) {
      if (left <= 0 || (this.#strangers.get(socket)?.since ?? Infinity) > before) return;
      left -= 1;
      this.authorized(socket);
      socket.destroy();
    }
  }
}
