import { createServer, type IncomingMessage, type Server, type ServerOptions, ServerResponse } from 'node:http';
import { createServer as createTlsServer, type Server as TlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { PlugboardError } from '../../../model/diagnostics/error.ts';
import { limitSlowBodies } from '../../../runtime/serve/slow-bodies.ts';
import type { HttpLimits } from '../limits.ts';

/** A certificate with its chain, and its private key, in PEM. */
export interface TlsFiles {
  readonly cert: string | Buffer;
  readonly key: string | Buffer;
}

export interface OpenServer {
  readonly server: Server;
  /** Absent if it does not encrypt. */
  readonly secure?: TlsServer;
}

/** A server that is not listening yet. */
export function openServer(
  limits: HttpLimits,
  tls: TlsFiles | undefined,
  count: (status: number) => void,
  handle: (request: IncomingMessage, response: ServerResponse) => void,
): OpenServer {
  const settings = serverSettings(limits, count);
  const secure = tls && createTlsServer({ ...settings, ...tlsSettings(tls, limits) }, handle);
  const server = secure ?? createServer(settings, handle);
  limitSlowBodies(server, limits.bodyPace);
  return { server, ...(secure && { secure }) };
}

/** The timeouts stop clients that send a request slowly to hold a connection (slowloris). */
function serverSettings({ headersMs, requestMs }: HttpLimits, count: (status: number) => void): ServerOptions {
  return {
    ServerResponse: countedResponse(count),
    headersTimeout: headersMs,
    requestTimeout: requestMs,
    connectionsCheckingInterval: Math.min(headersMs, 5000),
    keepAliveTimeout: 65_000,
    maxHeaderSize: 16 * 1024,
    keepAlive: true,
    noDelay: true,
  };
}

type TlsSettings = TlsFiles & { readonly minVersion: 'TLSv1.2'; readonly handshakeTimeout: number };

/** A client that does not finish the handshake cannot hold a connection. */
export function tlsSettings({ cert, key }: TlsFiles, { headersMs }: HttpLimits): TlsSettings {
  return { cert, key, minVersion: 'TLSv1.2', handshakeTimeout: headersMs };
}

export async function listen(server: Server, host: string, port: number): Promise<AddressInfo> {
  await new Promise<void>((done, fail) => {
    server.once('error', fail);
    server.listen(port, host, done);
  }).catch((error: unknown) => {
    throw new PlugboardError('usage', { message: `Cannot listen on ${host}:${port}: ${String(error)}` });
  });
  return server.address() as AddressInfo;
}

/** Idle connections are closed at once, others after pending responses are sent. */
export async function closeServer(server: Server): Promise<void> {
  const closed = new Promise((done) => {
    server.close(done);
  });
  server.closeIdleConnections();
  const timer = setTimeout(() => server.closeAllConnections(), 500);
  await closed;
  clearTimeout(timer);
}

/** A `ServerResponse` class that counts its status codes without a listener per response. */
function countedResponse(count: (status: number) => void): typeof ServerResponse {
  return class<Request extends IncomingMessage> extends ServerResponse<Request> {
    override writeHead(status: number, ...rest: never[]): this {
      count(status);
      return super.writeHead(status, ...rest);
    }
  };
}
