import type { ToolFilter } from '../model/server.ts';
import type { ServiceOptions } from '../runtime/connect/connection-services.ts';
import type { ConnectionState, KeyValueCache, ServerToRun } from '../runtime/types.ts';

/** What one client gets to see. */
export interface View {
  /** Only these servers. */
  readonly servers?: readonly string[];
  /** By the names that clients see. */
  readonly tools?: ToolFilter;
  /** `prefixed`: `mcp_<server>_<tool>`. `plain`: their own names as far as they differ. */
  readonly names?: 'prefixed' | 'plain';
  /** Offers two tools to find and call all others: never, always, or when all of them would cost more than `searchAbove`. */
  readonly search?: 'off' | 'on' | 'auto';
}

/** Remembers which servers failed a moment ago. */
export interface FailureMemory {
  recall(toRun: ServerToRun, asked: 'connect'): Promise<unknown>;
  observe(connection: { readonly toRun: ServerToRun; readonly state: ConnectionState }): void;
}

export interface GatewayOptions extends Omit<ServiceOptions, 'ask'> {
  readonly servers: readonly ServerToRun[];
  /** What servers offered when they were last asked. */
  readonly cache: KeyValueCache;
  /** What was accepted of them. Without, nothing is held back. */
  readonly pins?: KeyValueCache;
  /** Servers that failed a moment ago: the first list does not wait for them. */
  readonly failures?: FailureMemory;
  /** Hides secrets in what is kept and told about servers; messages are never changed. */
  readonly mask?: (text: string) => string;
  /** What everybody sees. The view of a client can narrow it, and has its own names and search where it says so. */
  readonly view?: View;
  /** Tokens. */
  readonly searchAbove?: number;
  /** Asks servers for their tools before the first client has come. */
  readonly isEager?: boolean;
  readonly limits?: Partial<Limits>;
}

export interface Limits {
  /** How long a call may take without an answer or progress. */
  readonly callMs: number;
  /** How long a connection that nobody uses is kept; 0 keeps it. */
  readonly idleMs: number;
  /** Requests on one connection to a server at a time; others wait, and clients take turns. */
  readonly inFlight: number;
  /** The same of one client. */
  readonly inFlightPerClient: number;
  /** Requests of one client that wait on one connection; more are refused. */
  readonly waitingPerClient: number;
  /** Length of all requests of one client on one connection; more are refused. */
  readonly bytesPerClient: number;
  /** Questions of servers that one client has not answered; more are declined. */
  readonly openQuestions: number;
  /** Connections to one server that belong to single sessions; further sessions share one. */
  readonly ownLinks: number;
  /** How long the first list waits for servers of which nothing is known, if none of them answers. */
  readonly firstListMs: number;
  /** How long a new session waits for their instructions. */
  readonly helloMs: number;
  /** What was listed longer ago is asked for again in the background; newer lists when the server is used. */
  readonly freshMs: number;
}

export const defaultLimits: Limits = {
  callMs: 15 * 60_000,
  idleMs: 15 * 60_000,
  inFlight: 128,
  inFlightPerClient: 64,
  waitingPerClient: 1000,
  bytesPerClient: 64 * 1024 * 1024,
  openQuestions: 256,
  ownLinks: 16,
  firstListMs: 15_000,
  helloMs: 2000,
  freshMs: 60 * 60_000,
};

/** Of tokens, which is about 80 tools of usual size; below it two more steps cost a model more than they save. */
export const defaultSearchAbove = 20_000;
