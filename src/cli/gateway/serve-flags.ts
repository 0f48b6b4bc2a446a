import type { ViewFlags } from './view-flags.ts';

/** Options of `plugboard serve`. */
export interface ServeFlags extends ViewFlags {
  readonly http?: string | true;
  readonly host?: string;
  readonly client?: string;
  readonly from?: string;
  readonly profile?: string;
  readonly idle: string;
  readonly callTimeout: string;
  readonly strict?: boolean;
  readonly locked?: boolean;
  readonly audit?: string;
  readonly newToken?: boolean;
  readonly state?: string;
  readonly rate?: string;
  readonly drainDelay?: string;
  readonly config?: string;
  readonly publicUrl?: string;
  readonly cert?: string;
  readonly key?: string;
  readonly behindProxy?: string;
  readonly oauthIssuer?: string;
  readonly oauthAudience?: string;
  readonly oauthScope?: string;
  readonly oauthGroupsClaim?: string;
  readonly oauthGroup?: readonly string[];
}

/** Reports a wrong option: ends the program, or throws while it serves. */
export interface Complaints {
  error(message: string): never;
}

/** The command line of `serve --http`. */
export interface ServeLine {
  readonly flags: ServeFlags;
  readonly port: number | undefined;
  readonly command: Complaints;
}
