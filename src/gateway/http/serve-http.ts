import { createServer, type Server, type ServerOptions, type IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PlugboardError } from '../../model/diagnostics/error.ts';
import { visible } from '../../model/visible.ts';
import type { AuditLog } from '../audit/audit-log.ts';
import { Metrics } from '../audit/metrics.ts';
import { RefusalLog } from '../audit/refusal-log.ts';
import type { Gateway } from '../session/session.ts';
import { Connections } from '../traffic/connections.ts';
import { addresses } from './address.ts';
import { withErrorBoundary } from './error-boundary.ts';
import type { Front } from './front.ts';
import { createGuard } from './guard.ts';
import { LegacySessions } from './legacy-sessions.ts';
import { defaultLimits, type HttpLimits } from './limits.ts';
import { OpenReplies } from './open-replies.ts';
import { rateLimit } from './rate-limit.ts';
import { route } from './route.ts';
import { StatelessSessions } from './stateless-sessions.ts';

export interface HttpOptions {
  /** The token that clients must send; a function if it can change while the front runs. */
  readonly token: string | (() => string);
  /** Default: loopback only. */
  readonly host?: string;
  /** Default: any free port. */
  readonly port?: number;
  /** Additional host names to accept. */
  readonly names?: readonly string[];
  readonly limits?: Partial<HttpLimits>;
  readonly audit?: AuditLog;
  /** Called with unexpected errors; the request was answered with 500. */
  readonly onFault?: (error: unknown) => void;
  /** Shows a message about clients to the user. */
  readonly tell?: (text: string) => void;
}

export interface HttpFront {
  readonly address: AddressInfo;
  /** The endpoint for clients. */
  readonly url: string;
  /** Ends open streams; clients with a valid token reconnect. */
  endStreams(): void;
  /** Rejects new requests, waits for those in flight, then closes all connections. The gateway stays open. */
  close(): Promise<void>;
}

/** Serves clients of both eras at /mcp, and status at /metrics, /health and /ready. */
export async function serveHttp(gateway: Gateway, options: HttpOptions): Promise<HttpFront> {
  const { host = '127.0.0.1', port = 0, token, names, audit, tell = () => {} } = options;
  const limits: HttpLimits = { ...defaultLimits, ...options.limits };
  const replies = new OpenReplies(limits.keepAliveMs);
  const onBehind = (view = '/mcp'): void => {
    audit?.note({ event: 'stream-ended', view, reason: 'unread' });
    tell(`A client of ${visible(view)} does not read its stream, so the stream was closed.`);
  };
  const context = { gateway, limits, replies, onBehind };
  const legacy = new LegacySessions(context);
  const stateless = new StatelessSessions(context);
  const metrics = new Metrics(gateway);
  const refusals = audit && new RefusalLog(audit);
  const server = createServer(serverSettings(limits, metrics), (request, response) =>
    withErrorBoundary(front, response, () => route(front, request, response)),
  );
  // Pending replies send keep-alives more often than this.
  server.setTimeout(Math.max(limits.stalledMs, 2 * limits.keepAliveMs));
  let [isDraining, isReady] = [false, false];
  const front: Front = {
    ...context,
    guard: createGuard({ host, ...(names && { names }), token: typeof token === 'string' ? () => token : token }),
    addressOf: addresses(),
    rate: rateLimit(limits.rate),
    strangers: rateLimit(limits.strangers),
    legacy,
    stateless: (view) => stateless.of(view),
    metrics,
    ...(refusals && { refusals }),
    connections: new Connections(server, limits),
    onFault: options.onFault ?? (() => {}),
    get isDraining() {
      return isDraining;
    },
    get isReady() {
      isReady ||= gateway.health().isComplete;
      return isReady;
    },
  };
  const address = await listen(server, host, port);
  const name = address.family === 'IPv6' ? `[${address.address}]` : address.address;
  return {
    address,
    url: `http://${name}:${address.port}/mcp`,
    endStreams: () => replies.endStreams(),
    async close() {
      isDraining = true;
      await replies.settled(limits.drainMs);
      await Promise.all([legacy.close(), stateless.close()]);
      replies.close();
      metrics.stop();
      refusals?.close();
      await closeServer(server);
    },
  };
}

/** The timeouts stop clients that send a request slowly to hold a connection (slowloris). */
function serverSettings({ headersMs, requestMs }: HttpLimits, metrics: Metrics): ServerOptions {
  return {
    ServerResponse: countedResponse((status) => metrics.countResponse(status)),
    headersTimeout: headersMs,
    requestTimeout: requestMs,
    connectionsCheckingInterval: Math.min(headersMs, 5000),
    keepAliveTimeout: 65_000,
    maxHeaderSize: 16 * 1024,
    keepAlive: true,
    noDelay: true,
  };
}

async function listen(server: Server, host: string, port: number): Promise<AddressInfo> {
  await new Promise<void>((done, fail) => {
    server.once('error', fail);
    server.listen(port, host, done);
  }).catch((error: unknown) => {
    throw new PlugboardError('usage', { message: `Cannot listen on ${host}:${port}: ${String(error)}` });
  });
  return server.address() as AddressInfo;
}

/** Idle connections are closed at once, others after pending responses are sent. */
async function closeServer(server: Server): Promise<void> {
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
