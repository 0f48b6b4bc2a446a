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
  readonly #isProxy: (address: string) => boolean;
  /** Oldest first. */
  readonly #strangers = new Map<Socket, { readonly address: string; readonly port: string; readonly since: number }>();
  readonly #byPort = new Map<string, Socket>();
  readonly #below = new WeakMap<Socket, Socket>();
  readonly #perAddress = new Map<string, Set<Socket>>();
  #count = 0;

  constructor(server: Server, limits: ConnectionLimits, isProxy: (address: string) => boolean = () => false) {
    this.#server = server;
    this.#isProxy = isProxy;
    this.#limits = limits;
    // Destroyed sockets are counted until they are closed.
    server.maxConnections = limits.connections + limits.strangerConnections;
    server.on('connection', (socket: Socket) => this.#onConnection(socket));
    // A request names the encrypted socket; the one below it is counted.
    server.on('secureConnection', (socket: Socket) => {
      const raw = this.#byPort.get(portOf(socket));
      if (raw) this.#below.set(socket, raw);
    });
  }

  /** Marks a connection as authenticated. */
  authorized(given: Socket): void {
    const socket = this.#below.get(given) ?? given;
    const stranger = this.#strangers.get(socket);
    if (!stranger) return;
    this.#strangers.delete(socket);
    this.#byPort.delete(stranger.port);
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
    // All clients of a proxy have its address.
    if (!this.#isProxy(address)) this.#destroyOldest(same, same.size - strangerConnectionsPerAddress + 1, old);
    this.#destroyOldest(this.#strangers.keys(), this.#strangers.size - strangerConnections + 1, old);
    if (this.#count >= connections) {
      if (this.#strangers.size > 0) this.#destroyOldest(this.#strangers.keys(), 1, since);
      else this.#server.closeIdleConnections();
    }
    this.#count += 1;
    const port = portOf(socket);
    this.#strangers.set(socket, { address, port, since });
    this.#byPort.set(port, socket);
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

function portOf({ remoteAddress = '', remotePort = 0 }: Socket): string {
  return `${remoteAddress} ${remotePort}`;
}
