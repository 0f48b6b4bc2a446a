import { type BodyPace, bodyPace } from '../../runtime/serve/slow-bodies.ts';
import type { Rate } from '../state/gateway-state.ts';

/** Limits of the HTTP front. */
export interface HttpLimits {
  /** Maximum size of a request body. */
  readonly bodyBytes: number;
  /** Maximum requests in flight, all clients together. */
  readonly pending: number;
  /** Maximum requests in flight per client. */
  readonly pendingPerClient: number;
  /** Maximum messages in a legacy batch. */
  readonly batch: number;
  readonly sessions: number;
  /** Time after which an idle session is closed. */
  readonly sessionIdleMs: number;
  /** Rate limit of authenticated requests. */
  readonly rate: Rate;
  /** Rate limit per token, of all replicas together; absent: none. */
  readonly perToken?: Rate;
  /** Rate limit of requests without a valid token. */
  readonly strangers: Rate;
  /** Events that a session keeps, so a client can resume after a lost connection. */
  readonly replayBytes: number;
  readonly replayEvents: number;
  /** How long a client may take to resume after a lost connection. */
  readonly resumeMs: number;
  /** A stream is closed if its unread messages, droppable notifications excluded, exceed this. */
  readonly behindBytes: number;
  readonly keepAliveMs: number;
  /** Time limits for receiving the headers and the whole request. */
  readonly headersMs: number;
  readonly requestMs: number;
  /** How slowly a body may arrive. */
  readonly bodyPace: BodyPace;
  /** Time after which a connection is closed if its client reads nothing. */
  readonly stalledMs: number;
  readonly connections: number;
  /** Maximum unauthenticated connections, in total and per address; the oldest is closed for a new one. */
  readonly strangerConnections: number;
  readonly strangerConnectionsPerAddress: number;
  /** How long `close` waits for calls in flight. */
  readonly drainMs: number;
  /** How long `close` serves as before while `/ready` says draining, so that balancers look elsewhere first. */
  readonly noticeMs: number;
  /** How long `close` answers new requests with 503, at least, so that no connection is refused half-way. */
  readonly refuseMs: number;
}

export const defaultLimits: HttpLimits = {
  bodyBytes: 16 * 1024 * 1024,
  pending: 1024,
  pendingPerClient: 256,
  batch: 64,
  sessions: 1000,
  sessionIdleMs: 30 * 60_000,
  // Far above normal use: this only stops runaway clients.
  rate: { perSecond: 10_000, burst: 20_000 },
  strangers: { perSecond: 20, burst: 100 },
  replayBytes: 256 * 1024,
  replayEvents: 128,
  resumeMs: 60_000,
  behindBytes: 64 * 1024 * 1024,
  keepAliveMs: 15_000,
  headersMs: 10_000,
  requestMs: 60_000,
  bodyPace,
  stalledMs: 60_000,
  connections: 2048,
  strangerConnections: 512,
  strangerConnectionsPerAddress: 128,
  drainMs: 10_000,
  noticeMs: 0,
  refuseMs: 0,
};
