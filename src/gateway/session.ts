import type { ConnectionState, ServerToRun } from '../runtime/types.ts';
import type { BadMessage } from './bad-message.ts';

export type RequestId = string | number;

/** A message as it came, unknown fields included. Which of the fields are there says what it is. */
export interface JsonRpcMessage {
  readonly jsonrpc?: unknown;
  readonly id?: RequestId | null;
  readonly method?: string;
  readonly params?: JsonObject;
  readonly result?: unknown;
  readonly error?: unknown;
}

export type JsonObject = Readonly<Record<string, unknown>>;

/** One message. Read it with `readFrames`, write it with `textOf`, and get all of it with `wholeOf` (all in frame.ts). */
export interface Frame {
  /** All of it, unless `isPartial`: then `id`, `method`, `error` and of the parameters `name`, `uri`, `_meta` and `taskId`. */
  readonly message: JsonRpcMessage;
  readonly isPartial?: true;
  /** Its exact text, which is valid JSON: the message need not be printed again. */
  readonly text?: string;
  /** Where the parts that a gateway rewrites stand in `text`. */
  readonly spans?: Spans;
}

/** First character of a value, quotes included, and the one behind its last. */
export type Span = readonly [from: number, to: number];

export interface Spans {
  readonly id?: Span;
  readonly params?: Span;
  /** `params.name` */
  readonly name?: Span;
  /** `params._meta` */
  readonly meta?: Span;
  /** `params.arguments` */
  readonly arguments?: Span;
  /** `params.progressToken`, in a notification. */
  readonly progressToken?: Span;
  /** `params._meta.progressToken`, in a request. */
  readonly metaProgressToken?: Span;
  readonly result?: Span;
}

/** Where messages to one client go. */
export interface Outlet {
  /**
   * `about` is the id of the client's request in whose course this is sent: its answer, its progress, a question for it.
   * Without, it belongs to the session itself.
   */
  send(frame: Frame, about?: RequestId): void;
}

export interface OpenOptions {
  /** Which client it is and what it sees, as `viewText` writes it; a name alone sees everything. */
  readonly view?: string;
  /** The session speaks the modern era only and is shared by requests that know nothing of each other. */
  readonly isStateless?: boolean;
}

/** One client. */
export interface GatewaySession {
  readonly id: string;
  /** Answers come through the outlet; never throws. */
  receive(frame: Frame): void;
  /** A message of the client that cannot be read: refused when it is a request, and a question it answers fails. */
  reject(bad: BadMessage): void;
  /**
   * The client no longer waits for the answer of this request, without having said so in a message: its stream is gone.
   * In the modern era over HTTP that is how a call or a subscription is cancelled.
   */
  drop(id: RequestId): void;
  /** The client is gone: cancels its calls and ends the upstreams that are its own. */
  close(): Promise<void>;
}

/** How things stand with one server. */
export interface ServerHealth {
  readonly name: string;
  readonly state: ConnectionState['name'];
  /** Why it is not ready, for people. */
  readonly reason?: string;
  /** What a person can do about it. */
  readonly tip?: string;
  /** Tools that are offered. */
  readonly tools: number;
  /** Tools that are withheld because they are not as they were accepted. */
  readonly quarantined: readonly string[];
  /** Live connections: one that is shared, and those of single sessions. */
  readonly links: number;
  readonly inFlight: number;
  readonly calls: number;
  readonly errors: number;
  /** Of the last calls, in milliseconds. */
  readonly p50?: number;
  readonly p99?: number;
}

export interface GatewayHealth {
  readonly servers: readonly ServerHealth[];
  readonly sessions: number;
  /** Whether the list of tools is known of every server that may be used. */
  readonly isComplete: boolean;
}

/** A call that is over. */
interface CallEvent {
  readonly kind: 'call';
  readonly session: string;
  readonly view?: string;
  readonly method: string;
  readonly server: string;
  /** The tool, prompt or resource by its own name. */
  readonly item?: string;
  /** Of the request. */
  readonly bytesIn: number;
  readonly outcome: 'ok' | 'tool-error' | 'error' | 'cancelled' | 'timeout' | 'refused';
  /** Of the error, if it is one. */
  readonly code?: number;
  readonly ms: number;
  readonly bytesOut: number;
}

/** What happens, for logs and figures. Never holds arguments or results. */
export type GatewayEvent =
  | CallEvent
  | { readonly kind: 'session'; readonly session: string; readonly view?: string; readonly phase: 'opened' | 'closed' }
  | {
      readonly kind: 'server';
      readonly server: string;
      readonly state: ServerHealth['state'];
      readonly reason?: string;
    }
  | { readonly kind: 'quarantine'; readonly server: string; readonly tools: readonly string[] }
  /** An error that should not occur; it ended the request, the session or the connection that it occurred in. */
  | { readonly kind: 'fault'; readonly session?: string; readonly server?: string; readonly reason: string };

/** Many servers behind one front. */
export interface Gateway {
  open(outlet: Outlet, options?: OpenOptions): GatewaySession;
  health(): GatewayHealth;
  /** Gives the function that ends it. Who does not want to hear of calls says so: telling costs something. */
  onEvent(listener: (event: GatewayEvent) => void, options?: { readonly calls?: boolean }): () => void;
  /** Another set of servers: only what has changed starts anew. What was approved and accepted of the others is looked at again. */
  replace(servers: readonly ServerToRun[]): Promise<void>;
  /** New requests are refused, those under way may end for so long; then everything ends. */
  close(drainMs?: number): Promise<void>;
}
