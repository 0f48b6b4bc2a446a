import type { ToolFilter } from '../model/server.ts';
import type { ServiceOptions } from '../runtime/connect/session/connection-services.ts';
import type { ConnectionState, KeyValueCache, ServerToRun } from '../runtime/types.ts';
import type { UserAccounts } from './sign-in/user-accounts.ts';
import type { GatewayState } from './state/gateway-state.ts';
import type { IsolationOptions } from './upstream/isolation-options.ts';

/** The servers and tools that a client sees. */
export interface View {
  /** Only these servers. */
  readonly servers?: readonly string[];
  /** Matches client-visible tool names. */
  readonly tools?: ToolFilter;
  /** `prefixed`: `mcp_<server>_<tool>`. `plain`: the tool's own name if it is unique. */
  readonly names?: 'prefixed' | 'plain';
  /**
   * Replaces the tool list by a search tool and a call tool: never, always, or if the list costs more than
   * `searchAbove` tokens.
   */
  readonly search?: 'off' | 'on' | 'auto';
}

/** Remembers which servers failed recently. */
export interface FailureMemory {
  recall(toRun: ServerToRun, asked: 'connect'): Promise<unknown>;
  observe(connection: { readonly toRun: ServerToRun; readonly state: ConnectionState }): void;
}

export interface GatewayOptions extends Omit<ServiceOptions, 'ask'> {
  readonly servers: readonly ServerToRun[];
  /** Lists of servers from earlier runs. */
  readonly cache: KeyValueCache;
  /** Approved tool definitions. If absent, no tool is withheld. */
  readonly pins?: KeyValueCache;
  /** Recent failures. The initial list does not wait for these servers. */
  readonly failures?: FailureMemory;
  /** Masks secrets in caches, logs and status. Messages are never changed. */
  readonly mask?: (text: string) => string;
  /** The default view. A client's view can only narrow its servers and tools, but can override names and search. */
  readonly view?: View;
  /** Size of the tool list, in tokens, above which `search: 'auto'` uses the search tools. */
  readonly searchAbove?: number;
  /** Connects servers at startup instead of when the first client connects. */
  readonly isEager?: boolean;
  /** Whether principals share local servers. Default: they do. */
  readonly isolation?: IsolationOptions;
  /** Set if users sign in to servers one by one. */
  readonly users?: UserAccounts;
  /** Calls get a span, which servers learn in `_meta`. */
  readonly isTraced?: boolean;
  readonly limits?: Partial<Limits>;
  /** Default: in memory. */
  readonly state?: GatewayState;
}

export interface Limits {
  /** Time limit of a call, restarted by each progress notification. */
  readonly callMs: number;
  /** Time limit of a call, whatever progress it reports. */
  readonly longestCallMs: number;
  /** Time after which an idle connection is closed; 0 = never. */
  readonly idleMs: number;
  /** Maximum requests in flight per connection. Others are queued, fairly by client. */
  readonly inFlight: number;
  /** Maximum requests in flight per client and connection. */
  readonly inFlightPerClient: number;
  /** Maximum queued requests per client and connection; more are rejected. */
  readonly waitingPerClient: number;
  /** Maximum total length of requests per client and connection; more are rejected. */
  readonly bytesPerClient: number;
  /** Maximum server requests that a client has not answered; more are declined. */
  readonly openQuestions: number;
  /** Maximum connections per server that belong to a single session. Further sessions share one. */
  readonly ownLinks: number;
  /** Maximum time that the initial list waits for unknown servers. */
  readonly firstListMs: number;
  /** Minimum time that the initial list waits for a server after others have answered. */
  readonly slowServerMs: number;
  /** Maximum time that `initialize` waits for the instructions of servers. */
  readonly helloMs: number;
  /** Age after which lists are refreshed in the background. Newer lists are refreshed when the server is used. */
  readonly freshMs: number;
}

export const defaultLimits: Limits = {
  callMs: 15 * 60_000,
  longestCallMs: 4 * 3_600_000,
  idleMs: 15 * 60_000,
  inFlight: 128,
  inFlightPerClient: 64,
  waitingPerClient: 1000,
  bytesPerClient: 64 * 1024 * 1024,
  openQuestions: 256,
  ownLinks: 16,
  firstListMs: 15_000,
  slowServerMs: 1000,
  helloMs: 2000,
  freshMs: 60 * 60_000,
};

/** In tokens, about 80 tools of typical size. Below that, the two extra steps cost a model more than they save. */
export const defaultSearchAbove = 20_000;
