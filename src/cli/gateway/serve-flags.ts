import type { ViewFlags } from './view-flags.ts';

/** Options of `plugboard serve`. */
export interface ServeFlags extends ViewFlags {
  readonly http?: string | true;
  readonly host?: string;
  readonly client?: string;
  readonly from?: string;
  readonly idle: string;
  readonly callTimeout: string;
  readonly strict?: boolean;
  readonly audit?: string;
  readonly newToken?: boolean;
}
