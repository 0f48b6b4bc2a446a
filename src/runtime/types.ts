import type { Origin } from '../model/origin.ts';
import type { Server, Transport } from '../model/server.ts';

/** A server to run: its definition with references as they are written, and where that stands. */
export interface ServerToRun {
  readonly name: string;
  readonly server: Server;
  readonly origin?: Origin;
  /** The time limit in the definition, if the user gave another one for this run. */
  readonly defined?: Pick<Server, 'timeout'>;
}

export type { Origin };

/** A definition with every value filled in: exactly what is started or contacted. */
export interface ResolvedServer {
  readonly transport: Transport;
  readonly command?: string;
  readonly args: readonly string[];
  /** What is declared, without what every child gets. */
  readonly env: Readonly<Record<string, string>>;
  readonly cwd?: string;
  readonly url?: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Something that was wrong with one value of a server, never with the value itself in it. */
export interface ValueProblem {
  readonly server: string;
  /** Such as `env.TOKEN`. */
  readonly field: string;
  readonly reason: string;
  /** The server must not be used without it. */
  readonly blocks?: true;
}

export interface Resolution {
  readonly server: ResolvedServer;
  /** Values that could not be had; their entries are left out. */
  readonly problems: readonly ValueProblem[];
  /** Texts that must never be shown: what references and commands gave, and what looks like a secret. */
  readonly secrets: readonly string[];
}

/** What has to be true before a server is started or contacted. */
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

/** Why a connection could not be made or was lost, with secrets masked. */
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
  readonly exitCode?: number;
  readonly signal?: string;
  readonly status?: number;
  /** The last lines the server wrote on its error output. */
  readonly stderr?: readonly string[];
}

/** How we introduce ourselves to servers. */
export interface ClientInfo {
  readonly name: string;
  readonly version: string;
}

/** Something worth telling that is no failure, with secrets masked. */
export interface LogEntry {
  readonly level: 'debug' | 'info' | 'warning' | 'error';
  readonly server: string;
  readonly message: string;
}

/** What is kept between runs. A value that cannot be read is as good as none. */
export interface KeyValueCache {
  read(key: string): Promise<unknown>;
  write(key: string, value: unknown): Promise<void>;
}
