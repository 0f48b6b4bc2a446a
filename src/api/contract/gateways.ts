import type { PathView } from './common.ts';

/** `GET /api/gateways`: the gateways that serve on this machine over HTTP, each with its own figures. */
export type GatewaysAnswer = readonly GatewayView[];

export interface GatewayView {
  readonly pid: number;
  readonly url: string;
  readonly directory: PathView;
  /** Why its figures cannot be read. */
  readonly problem?: string;
  readonly figures?: GatewayFigures;
}

export interface GatewayFigures {
  /** Milliseconds since the epoch, for rates between two answers. */
  readonly at: number;
  /** Clients with a session; those of the current protocol need none. */
  readonly sessions: number;
  /** Requests in flight. */
  readonly pending: number;
  readonly streams: number;
  readonly calls: CallFigures;
  readonly servers: readonly GatewayServer[];
  readonly principals: readonly GatewayPrincipal[];
}

export interface CallFigures {
  /** Finished calls since the gateway started. */
  readonly finished: number;
  /** Those that neither succeeded nor were canceled. */
  readonly failed: number;
}

/** Milliseconds, of recent calls; absent until there are any. */
export interface CallDurations {
  readonly p50?: number;
  readonly p99?: number;
}

export interface GatewayServer extends CallDurations {
  readonly name: string;
  readonly state: string;
  /** Why it is not ready. */
  readonly reason?: string;
  readonly tools: number;
  /** Tools withheld because they changed. */
  readonly quarantined: readonly string[];
  readonly inFlight: number;
  readonly calls: CallFigures;
}

/** A user or a named token; `local` is the token of this machine, `others` are all beyond the first 500. */
export interface GatewayPrincipal extends CallDurations {
  readonly name: string;
  readonly calls: CallFigures;
}
