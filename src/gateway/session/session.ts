import type { CallTrace } from '../../runtime/connect/http/trace-context.ts';
import type { ConnectionState, ServerToRun } from '../../runtime/types.ts';
import type { BadMessage } from '../message/bad-message.ts';
import type { UserSignIns } from '../sign-in/user-sign-ins.ts';
import type { FieldChange, GatewayState } from '../state/gateway-state.ts';

export type RequestId = string | number;

/**
 * A JSON-RPC message with unknown fields preserved. It is a request, notification or response depending on which fields
 * are present.
 */
export interface JsonRpcMessage {
  readonly jsonrpc?: unknown;
  readonly id?: RequestId | null;
  readonly method?: string;
  readonly params?: JsonObject;
  readonly result?: unknown;
  readonly error?: unknown;
}

export type JsonObject = Readonly<Record<string, unknown>>;

/**
 * One message. Parse with `readFrames`, serialize with `textOf`, and get the full message with `wholeOf` (all in
 * frame.ts).
 */
export interface Frame {
  /**
   * The full message, unless `isPartial`: then only `id`, `method`, `error`, and the params `name`, `uri`, `_meta` and
   * `taskId`.
   */
  readonly message: JsonRpcMessage;
  readonly isPartial?: true;
  /** The exact text, valid JSON, if the message was received. It is forwarded without serializing again. */
  readonly text?: string;
  /** Positions in `text` of the parts that the gateway rewrites. */
  readonly spans?: Spans;
}

/** Start and end offset of a JSON value, quotes included. */
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

/** Sends messages to one client. */
export interface Outlet {
  /**
   * `about` is the id of the client request that this message belongs to: its response, its progress, or a server
   * request made during it. Without it, the message belongs to the session.
   */
  send(frame: Frame, about?: RequestId): void;
}

export interface OpenOptions {
  /** Client name and view, as written by `viewText`. A name alone means everything is visible. */
  readonly view?: string;
  /** The session accepts only modern requests, which are independent of each other. */
  readonly isStateless?: boolean;
  /** Whose session it is. Tasks belong to a principal. Absent: the user of this machine. */
  readonly principal?: string;
  /** Identifies the holder of the credential that the principal has now, for secrets that are kept for it. */
  readonly account?: string;
  /** The widest view of the principal. `view` can only narrow it. */
  readonly within?: string;
  /** Set if other replicas can serve the same client. */
  readonly shared?: SharedSession;
}

export interface SharedSession {
  /** The id at all replicas. */
  readonly id: string;
  /** Called with fields that another replica needs to serve this client. */
  readonly onChange: (change: FieldChange) => void;
}

/** The session of one client. */
export interface GatewaySession {
  readonly id: string;
  /** Responses are sent to the outlet. Never throws. */
  receive(frame: Frame): void;
  /**
   * Handles an invalid message: a request gets an error, and an invalid response fails the server request it belongs
   * to.
   */
  reject(bad: BadMessage): void;
  /**
   * Cancels a request whose response stream was closed. In the modern era over HTTP, closing the stream cancels a call
   * or a subscription.
   */
  drop(id: RequestId): void;
  /** Whether this is the id of a server request that the client has not answered. */
  awaits(id: RequestId): boolean;
  /** Applies fields that another replica has stored. */
  apply(change: FieldChange): void;
  /** Notifies the client that lists may have changed, because it may have missed a notification. */
  announceLists(): void;
  /** Cancels the session's calls and closes the connections that belong to it alone. */
  close(): Promise<void>;
}

/** Status of one server. */
export interface ServerHealth {
  readonly name: string;
  readonly state: ConnectionState['name'];
  /** Why it is not ready, as a message for users. */
  readonly reason?: string;
  /** What the user can do about it. */
  readonly tip?: string;
  /** Number of tools offered. */
  readonly tools: number;
  /** Tools withheld because they differ from their pins. */
  readonly quarantined: readonly string[];
  /** Open connections: the shared one and those of single sessions. */
  readonly links: number;
  readonly inFlight: number;
  readonly calls: number;
  readonly errors: number;
  /** Of recent calls, in milliseconds. */
  readonly p50?: number;
  readonly p99?: number;
}

export interface GatewayHealth {
  readonly servers: readonly ServerHealth[];
  readonly sessions: number;
  /** Whether the tools of every approved server are known. */
  readonly isComplete: boolean;
}

/** A finished call. */
interface CallEvent {
  readonly kind: 'call';
  readonly session: string;
  /** Absent: the user of this machine. */
  readonly principal?: string;
  readonly view?: string;
  readonly method: string;
  readonly server: string;
  /** The server's own name of the tool, prompt or resource. */
  readonly item?: string;
  /** Size of the request. */
  readonly bytesIn: number;
  readonly outcome: 'ok' | 'tool-error' | 'error' | 'cancelled' | 'timeout' | 'refused';
  /** JSON-RPC error code, if the call failed. */
  readonly code?: number;
  readonly ms: number;
  /** Size of the response; 0 if there is none. */
  readonly bytesOut: number;
  /** Set if calls are traced. */
  readonly trace?: CallTrace;
  /** The arguments as JSON. Available only while listeners are called. */
  readonly argumentsText?: () => string | undefined;
}

/** Events for logs and metrics. They contain no results, and arguments only for listeners that ask for them. */
export type GatewayEvent =
  | CallEvent
  | {
      readonly kind: 'session';
      readonly session: string;
      readonly principal?: string;
      readonly view?: string;
      readonly phase: 'opened' | 'closed';
    }
  | {
      readonly kind: 'server';
      readonly server: string;
      readonly state: ServerHealth['state'];
      readonly reason?: string;
    }
  | {
      readonly kind: 'quarantine';
      readonly server: string;
      readonly tools: readonly string[];
      /** The accepted definitions cannot be read, so it is not known whether the tools changed. */
      readonly isUnverified?: true;
    }
  /** An unexpected error. It ended the request, session or connection in which it occurred. */
  | { readonly kind: 'fault'; readonly session?: string; readonly server?: string; readonly reason: string };

/** Many servers behind one endpoint. */
export interface Gateway {
  open(outlet: Outlet, options?: OpenOptions): GatewaySession;
  health(): GatewayHealth;
  /**
   * Returns a function that removes the listener. Pass `calls: false` to skip call events, which cost time per call.
   */
  onEvent(listener: (event: GatewayEvent) => void, options?: { readonly calls?: boolean }): () => void;
  /** Replaces the servers. Unchanged servers keep running; their approvals and pins are checked again. */
  replace(servers: readonly ServerToRun[]): Promise<void>;
  /** Absent: in memory. */
  readonly state?: GatewayState;
  /** Set if users sign in to servers one by one. */
  readonly signIns?: UserSignIns | undefined;
  /** Whether calls get a span. */
  readonly isTraced?: boolean | undefined;
  /** The replica that runs this task, if it is another one. */
  findTask?(name: string): Promise<string | undefined>;
  /** The current tool list of a view for modern clients, as JSON. */
  toolList?(view: string | undefined): string;
  /** Rejects new requests, waits up to `drainMs` for calls in flight, then closes everything. */
  close(drainMs?: number): Promise<void>;
}
