import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

export interface BodyPace {
  /** Time that every body may take. */
  readonly graceMs: number;
  /** Minimum rate beyond that. */
  readonly bytesPerSecond: number;
}

/** The slowest line that is still used. The timeout of the whole request applies as well. */
export const bodyPace: BodyPace = { graceMs: 10_000, bytesPerSecond: 16 * 1024 };

interface Receiving {
  /** Unset between requests: keeping finished ones alive would make each garbage collection copy them. */
  request: IncomingMessage | undefined;
  response: ServerResponse | undefined;
  /** When the request was first seen incomplete, and how much its connection had received then. */
  since: number | undefined;
  bytes: number;
  readonly onEnd: (this: IncomingMessage) => void;
}

/**
 * Closes connections whose client sends the body of a request too slowly, with status 408. Also clients with a valid
 * token: each one holds a connection, and buffers of the body. One timer and no function per request, because there are
 * many requests and hardly one of them is slow.
 */
export function limitSlowBodies(server: Server, { graceMs, bytesPerSecond }: BodyPace = bodyPace): void {
  const open = new Map<Socket, Receiving>();
  const add = (socket: Socket): Receiving => {
    // The next request on the connection may have begun already.
    const onEnd = function (this: IncomingMessage): void {
      if (one.request !== this) return;
      one.request = undefined;
      one.response = undefined;
      one.since = undefined;
    };
    const one: Receiving = { request: undefined, response: undefined, since: undefined, bytes: 0, onEnd };
    open.set(socket, one);
    socket.once('close', () => open.delete(socket));
    return one;
  };
  server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    const one = open.get(request.socket) ?? add(request.socket);
    one.request = request;
    one.response = response;
    one.since = undefined;
    request.on('end', one.onEnd);
  });
  const sweep = (): void => {
    const now = performance.now();
    for (const [socket, one] of open) {
      if (one.request?.complete !== false) one.since = undefined;
      else if (one.since === undefined) [one.since, one.bytes] = [now, socket.bytesRead];
      else if (now - one.since > graceMs + ((socket.bytesRead - one.bytes) / bytesPerSecond) * 1000) close(socket, one);
    }
  };
  const timer = setInterval(sweep, Math.max(5, Math.min(1000, graceMs / 4))).unref();
  server.once('close', () => clearInterval(timer));
}

function close(socket: Socket, { response }: Receiving): void {
  if (response?.headersSent === false && socket.writable) socket.write(TIMEOUT);
  socket.destroySoon();
}

const TIMEOUT = 'HTTP/1.1 408 Request Timeout\r\ncontent-length: 0\r\nconnection: close\r\n\r\n';
