import type { Fetch } from '../connect/http/guarded-fetch.ts';
import type { ValueOptions } from '../values/config-value.ts';
import type { AuthSettings } from './auth-settings.ts';
import { namedPlaces } from './named-places.ts';
import { type Lookup, oauthFetch } from './oauth-fetch.ts';
import type { Credential, CredentialStore } from './tokens/credential.ts';

/** What signing in needs from outside. */
export interface SignInServices {
  readonly store: CredentialStore;
  /** How secrets of a definition are looked up. */
  readonly values: ValueOptions;
  /** What we are called on the page of the authorization server. */
  readonly clientName?: string;
  /** Where we are described, for authorization servers that look there. */
  readonly clientMetadataUrl?: string;
  /** Authorization servers on this machine or in a private network that may be contacted, by their addresses. */
  readonly authorizationServers?: readonly string[];
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
export function fetchFor(
  server: string,
  settings: AuthSettings,
  services: SignInServices,
  { signal, credential }: { readonly signal?: AbortSignal | undefined; readonly credential?: Credential } = {},
): Fetch {
  const { privateNetworks, requestTimeoutMs, lookup } = services;
  return oauthFetch({
    named: namedPlaces(server, settings, acceptedIn(services, credential)),
    ...(privateNetworks !== undefined && { privateNetworks }),
    ...(requestTimeoutMs !== undefined && { timeoutMs: requestTimeoutMs }),
    ...(lookup && { lookup }),
    ...(signal && { signal }),
  });
}

/** Where a person has signed in before, the tokens of that sign-in may be renewed and revoked. */
export function acceptedIn(
  { authorizationServers = [] }: SignInServices,
  credential: Credential | undefined,
): readonly (string | undefined)[] {
  if (!credential) return authorizationServers;
  const { issuer, endpoints } = credential;
  return [...authorizationServers, issuer, endpoints.token, endpoints.revocation];
}

export function timeOf({ now = Date.now }: SignInServices): number {
  return now();
}
