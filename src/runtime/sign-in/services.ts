import type { Fetch } from '../connect/guarded-fetch.ts';
import type { ValueOptions } from '../values/config-value.ts';
import type { CredentialStore } from './credential.ts';
import { type Lookup, oauthFetch } from './oauth-fetch.ts';

/** What signing in needs from outside. */
export interface SignInServices {
  readonly store: CredentialStore;
  /** How secrets of a definition are looked up. */
  readonly values: ValueOptions;
  /** What we are called on the page of the authorization server. */
  readonly clientName?: string;
  /** Where we are described, for authorization servers that look there. */
  readonly clientMetadataUrl?: string;
  /** Whether authorization servers of private networks may be contacted. */
  readonly privateNetworks?: boolean;
  /** For one request to an authorization server. */
  readonly requestTimeoutMs?: number;
  readonly lookup?: Lookup;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
  readonly random?: () => number;
}

/** For everything that is sent because of what this server says. */
export function fetchFor(server: string, services: SignInServices, signal?: AbortSignal): Fetch {
  const { privateNetworks, requestTimeoutMs, lookup } = services;
  return oauthFetch({
    server,
    ...(privateNetworks !== undefined && { privateNetworks }),
    ...(requestTimeoutMs !== undefined && { timeoutMs: requestTimeoutMs }),
    ...(lookup && { lookup }),
    ...(signal && { signal }),
  });
}

export function timeOf({ now = Date.now }: SignInServices): number {
  return now();
}
