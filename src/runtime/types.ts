import type { LogEvent } from '../model/log-event.ts';
import type { Origin } from '../model/origin.ts';
import type { LockedServer } from '../model/packages/lock.ts';
import type { Server, ToolLimit, Transport } from '../model/server.ts';

/** A server to run: its unresolved definition and its origin. */
export interface ServerToRun {
  readonly name: string;
  readonly server: Server;
  readonly origin?: Origin;
  /** The time limit in the definition, if the user gave another one for this run. */
  readonly defined?: Pick<Server, 'timeout'>;
  /** What policies leave of its tools: each filter narrows the result. */
  readonly toolLimits?: readonly ToolLimit[];
  /** What `plugboard.lock` has of it, if only that may be used. */
  readonly locked?: LockedServer;
}

export type { Origin };

/** A definition with all values resolved: exactly what is started or contacted. */
export interface ResolvedServer {
  readonly transport: Transport;
  readonly command?: string;
  readonly args: readonly string[];
  /** Declared variables, without the inherited ones. */
  readonly env: Readonly<Record<string, string>>;
  readonly cwd?: string;
  readonly url?: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** A problem with one value of a server. Never contains the value. */
export interface ValueProblem {
  readonly server: string;
  /** For example `env.TOKEN`. */
  readonly field: string;
  readonly reason: string;
  /** The server must not be used without this value. */
  readonly blocks?: true;
}

export interface Resolution {
  readonly server: ResolvedServer;
  /** Unresolved values; their entries are left out. */
  readonly problems: readonly ValueProblem[];
  /** Texts to mask: resolved references, command output, and values that look like secrets. */
  readonly secrets: readonly string[];
}

/** Approval state that is checked before a server is started or contacted. */
export type Permission = 'approved' | 'pending' | 'denied';

export type ConnectionState =
  | { readonly name: 'idle' }
  | { readonly name: 'connecting'; readonly attempt: number }
  | { readonly name: 'ready'; readonly since: Date }
  | { readonly name: 'needs-approval'; readonly fingerprint: string }
  | { readonly name: 'needs-sign-in'; readonly reason: string }
  | { readonly name: 'backoff'; readonly attempt: number; readonly until: Date; readonly failure: Failure }
  | { readonly name: 'failed'; readonly failure: Failure }
  | { readonly name: 'closed' };

/** Why connecting failed or the connection was lost, with secrets masked. */
export interface Failure {
  readonly kind:
    | 'not-found'
    | 'exited'
    | 'timeout'
    | 'unreachable'
    | 'http-status'
    | 'protocol'
    | 'values'
    | 'unauthorized'
    | 'denied'
    | 'other';
  readonly message: string;
  /** What a person can do about it. */
  readonly tip?: string;
  /** A value that could not be resolved, such as `env.TOKEN`: the likely cause, named in `tip`. */
  readonly leftOut?: string;
  readonly exitCode?: number;
  readonly signal?: string;
  readonly status?: number;
  /** The last lines the server wrote to stderr. */
  readonly stderr?: readonly string[];
}

/** How we identify ourselves to servers. */
export interface ClientInfo {
  readonly name: string;
  readonly version: string;
}

/** An event worth logging that is not a failure, with secrets masked. */
export interface LogEntry {
  readonly level: 'debug' | 'info' | 'warning' | 'error';
  readonly server: string;
  readonly message: string;
  /** Present together with `text` if other code looks for this event. */
  readonly code?: LogEvent['code'];
  readonly text?: string;
}

/** Logs a message; `event` adds its code if other code looks for it. */
export type Log = (level: LogEntry['level'], message: string, event?: LogEvent) => void;

/** Values kept between runs. An unreadable value counts as absent. */
export interface KeyValueCache {
  read(key: string): Promise<unknown>;
  write(key: string, value: unknown): Promise<void>;
}
