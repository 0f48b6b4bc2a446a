import type { Client } from '../../clients/types.ts';
import type { ServerLoss } from './servers.ts';

/** How to start a client. Nothing is written before the launch. */
export interface LaunchPlan {
  readonly program: string;
  /** Command that installs the program. */
  readonly install: string;
  readonly args: readonly string[];
  /** Additional environment variables. */
  readonly env: Readonly<Record<string, string>>;
  /** Created for the session; they may contain secrets. */
  readonly files: readonly LaunchFile[];
  /** Created for the session. */
  readonly directory?: string;
  /** The client directory that `directory` replaces: it gets links to everything but this file. */
  readonly home?: LaunchHome;
  readonly losses: readonly ServerLoss[];
}

export interface LaunchFile {
  /** Absolute path. */
  readonly path: string;
  readonly text: string;
}

export interface LaunchHome {
  readonly client: Client;
  /** Absolute path of the real directory. */
  readonly real: string;
  /** Path of the file in that directory. */
  readonly file: string;
  /** Servers added for the session. */
  readonly names: readonly string[];
}
