import { createServer, type Server, type ServerOptions } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PlugboardError } from '../../model/error.ts';
import { visible } from '../../model/visible.ts';
import type { AuditLog } from '../audit/audit-log.ts';
import { Metrics } from '../audit/metrics.ts';
import { RefusalLog } from '../audit/refusal-log.ts';
import type { Gateway } from '../session.ts';
import { Connections } from '../traffic/connections.ts';
import { addresses } from './address.ts';
import { countedResponse } from './counted-response.ts';
import { fenced } from './fence.ts';
import type { Front } from './front.ts';
import { createGuard } from './guard.ts';
import { LegacySessions } from './legacy-sessions.ts';
import { defaultLimits, type HttpLimits } from './limits.ts';
import { OpenReplies } from './open-replies.ts';
import { rateLimit } from './rate-limit.ts';
import { route } from './route.ts';
import { StatelessSessions } from './stateless-sessions.ts';

export interface HttpOptions {
  /** What every client has to know; a function when it may change while the front runs. */
  readonly token: string | (() => string);
  /** Only this machine, unless said otherwise. */
  readonly host?: string;
  /** Any free one, unless said otherwise. */
  readonly port?: number;
  /** Further names under which the front may be reached. */
  readonly names?: readonly string[];
  readonly limits?: Partial<HttpLimits>;
  readonly audit?: AuditLog;
  /** Hears of errors that should not occur; the request they occurred in was answered with 500. */
  readonly onFault?: (error: unknown) => void;
  /** Gets what a person should know about clients. */
  readonly tell?: (text: string) => void;
}

export interface HttpFront {
  readonly address: AddressInfo;
  /** Of the endpoint for clients. */
  readonly url: string;
  /** Ends the streams that stay open; whoever still has the token comes back. */
  endStreams(): void;
  /** No new requests; those under way may end; then every connection does. The gateway stays as it is. */
  close(): Promise<void>;
}

/** Serves clients of both eras at /mcp, and their figures at /metrics, /health and /ready. */
export async function serveHttp(gateway: Gateway, options: HttpOptions): Promise<HttpFront> {
  const { host = '127.0.0.1', port = 0, token, names, audit, tell = () => {} } = options;
  const limits: HttpLimits = { ...defaultLimits, ...options.limits };
  const replies = new OpenReplies(limits.keepAliveMs);
  const onBehind = (view = '/mcp'): void => {
    audit?.note({ event: 'stream-ended', view, reason: 'unread' });
    tell(`A client of ${visible(view)} does not read its stream, so the stream was ended.`);
  };
  const around = { gateway, limits, replies, onBehind };
  const legacy = new LegacySessions(around);
  const stateless = new StatelessSessions(around);
  const metrics = new Metrics(gateway);
  const refusals = audit && new RefusalLog(audit);
  const server = createServer(serverSettings(limits, metrics), (request, response) =>
    fenced(front, response, () => route(front, request, response)),
  );
  // What waits for an answer shows signs of life more often than this.
  server.setTimeout(Math.max(limits.stalledMs, 2 * limits.keepAliveMs));
  let [isDraining, isReady] = [false, false];
  const front: Front = {
    ...around,
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

/** Whoever sends a request bit by bit may not hold a connection for ever. */
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
    throw new PlugboardError('usage', { message: `cannot listen on ${host}:${port}: ${String(error)}` });
  });
  return server.address() as AddressInfo;
}

/** Answers that have been written are still sent; who has nothing to get any more is cut off. */
async function closeServer(server: Server): Promise<void> {
  const closed = new Promise((done) => {
    server.close(done);
  });
  server.closeIdleConnections();
  const timer = setTimeout(() => server.closeAllConnections(), 500);
  await closed;
  clearTimeout(timer);
}
