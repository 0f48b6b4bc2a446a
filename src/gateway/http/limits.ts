/** How much of everything one front takes. */
export interface HttpLimits {
  /** Of a request. */
  readonly bodyBytes: number;
  /** Requests whose answer is still to come, all clients together. */
  readonly pending: number;
  /** The same of one client. */
  readonly pendingPerClient: number;
  /** Messages in one batch of the legacy era. */
  readonly batch: number;
  readonly sessions: number;
  /** A session that nobody has used for so long is closed. */
  readonly sessionIdleMs: number;
  /** Requests per second with the right token, and how many may come at once. */
  readonly rate: Rate;
  /** The same for those without. */
  readonly strangers: Rate;
  /** What a session keeps of its streams for a client that lost its connection. */
  readonly replayBytes: number;
  readonly replayEvents: number;
  /** How long a client that lost its connection may take to come back for an answer. */
  readonly resumeMs: number;
  /** A stream whose client has so much unread that must not be lost is ended. */
  readonly behindBytes: number;
  readonly keepAliveMs: number;
  /** Until the headers, and until all of a request has arrived. */
  readonly headersMs: number;
  readonly requestMs: number;
  /** A connection whose client takes nothing of what it is sent for so long is ended. */
  readonly stalledMs: number;
  readonly connections: number;
  /** Connections without the right token, all together and of one address; the oldest makes room. */
  readonly strangerConnections: number;
  readonly strangerConnectionsPerAddress: number;
  /** How long the calls under way may take when the front is closed. */
  readonly drainMs: number;
}

export interface Rate {
  readonly perSecond: number;
  readonly burst: number;
}

export const defaultLimits: HttpLimits = {
  bodyBytes: 16 * 1024 * 1024,
  pending: 1024,
  pendingPerClient: 256,
  batch: 64,
  sessions: 1000,
  sessionIdleMs: 30 * 60_000,
  // No person and no model is so quick: this only stops what has run wild.
  rate: { perSecond: 10_000, burst: 20_000 },
  strangers: { perSecond: 20, burst: 100 },
  replayBytes: 256 * 1024,
  replayEvents: 128,
  resumeMs: 60_000,
  behindBytes: 64 * 1024 * 1024,
  keepAliveMs: 15_000,
  headersMs: 10_000,
  requestMs: 60_000,
  stalledMs: 60_000,
  connections: 2048,
  strangerConnections: 512,
  strangerConnectionsPerAddress: 128,
  drainMs: 10_000,
};
