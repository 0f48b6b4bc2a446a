import type { Fetch } from '../connect/http/guarded-fetch.ts';
import type { ValueOptions } from '../values/config-value.ts';
import type { AuthSettings } from './auth-settings.ts';
import { namedPlaces } from './named-places.ts';
import { type Lookup, oauthFetch } from './oauth-fetch.ts';
import type { Credential, CredentialStore } from './tokens/credential.ts';

/** External dependencies of the sign-in. */
export interface SignInServices {
  readonly store: CredentialStore;
  /** How secrets of a definition are resolved. */
  readonly values: ValueOptions;
  /** Our name on the consent page. */
  readonly clientName?: string;
  /** URL of our client metadata document, for authorization servers that support it. */
  readonly clientMetadataUrl?: string;
  /** Local or private authorization servers that may be contacted. */
  readonly authorizationServers?: readonly string[];
  /** Whether authorization servers in private networks may be contacted. */
  readonly privateNetworks?: boolean;
  /** For one request to an authorization server. */
  readonly requestTimeoutMs?: number;
  readonly lookup?: Lookup;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
  readonly random?: () => number;
}

/** `fetch` for all requests to addresses that this server names. */
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

/** The endpoints of an earlier sign-in are accepted, so that its tokens can be refreshed and revoked. */
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
