import type { Client } from '../../clients/types.ts';
import type { ServerLoss } from './servers.ts';

/** How a client is started. Nothing is written before that. */
export interface LaunchPlan {
  readonly program: string;
  /** A command that installs it. */
  readonly install: string;
  readonly args: readonly string[];
  /** Only what is added. */
  readonly env: Readonly<Record<string, string>>;
  /** Written for the time of the session; they may hold secrets. */
  readonly files: readonly LaunchFile[];
  /** Made for the time of the session. */
  readonly directory?: string;
  /** A directory of the client that `directory` stands for: it gets links to everything but this file. */
  readonly home?: LaunchHome;
  readonly losses: readonly ServerLoss[];
}

export interface LaunchFile {
  /** Absolute. */
  readonly path: string;
  readonly text: string;
}

export interface LaunchHome {
  readonly client: Client;
  /** Absolute path of the real one. */
  readonly real: string;
  /** Inside of it. */
  readonly file: string;
  /** The servers that were put into it. */
  readonly names: readonly string[];
}
