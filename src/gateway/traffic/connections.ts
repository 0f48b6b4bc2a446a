import type { Server } from 'node:http';
import type { Socket } from 'node:net';

export interface ConnectionLimits {
  readonly connections: number;
  readonly strangerConnections: number;
  readonly strangerConnectionsPerAddress: number;
}

/** Many connections of an authorized client may begin at the same moment; all of them get this long to show it. */
const GRACE_MS = 5000;

/**
 * Keeps clients that have shown no right to be here from using up the connections of a server. The oldest of theirs makes
 * room for a new one, so that an authorized client, which shows its right at once, always gets in.
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
    // What was ended takes a moment to be gone.
    server.maxConnections = limits.connections + limits.strangerConnections;
    server.on('connection', (socket: Socket) => this.#arrived(socket));
  }

  /** A request on this connection was authorized. */
  authorized(socket: Socket): void {
    const stranger = this.#strangers.get(socket);
    if (!stranger) return;
    this.#strangers.delete(socket);
    const same = this.#perAddress.get(stranger.address);
    same?.delete(socket);
    if (same?.size === 0) this.#perAddress.delete(stranger.address);
  }

  #arrived(socket: Socket): void {
    const { connections, strangerConnections, strangerConnectionsPerAddress } = this.#limits;
    const address = socket.remoteAddress ?? '';
    const since = performance.now();
    const old = since - GRACE_MS;
    const same = this.#perAddress.get(address) ?? new Set();
    this.#endOldest(same, same.size - strangerConnectionsPerAddress + 1, old);
    this.#endOldest(this.#strangers.keys(), this.#strangers.size - strangerConnections + 1, old);
    if (this.#count >= connections) {
      if (this.#strangers.size > 0) this.#endOldest(this.#strangers.keys(), 1, since);
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

  /** Ends so many of them, as far as they came before a moment. */
  #endOldest(sockets: Iterable<Socket>, count: number, before: number): void {
    let left = count;
    for (const socket of sockets) {
      if (left <= 0 || (this.#strangers.get(socket)?.since ?? Infinity) > before) return;
      left -= 1;
      this.authorized(socket);
      socket.destroy();
    }
  }
}
