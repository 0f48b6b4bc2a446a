import type { AuthorizationServerMetadata, OAuthTokens } from '@modelcontextprotocol/client';
import type { Discovered } from '../discover.ts';
import { failed } from '../sign-in-error.ts';
import type { Credential, Endpoints, Tokens } from './credential.ts';

/** Ten years. An authorization server may send any number, and the date must stay valid. */
const LONGEST_SECONDS = 10 * 365 * 24 * 60 * 60;

/** Tokens in stored form. If the response names no scope, the requested one was granted. */
export function keptTokens(tokens: OAuthTokens, asked: string | undefined, now: number): Tokens {
  const { access_token: access, refresh_token: refresh, expires_in: seconds, scope = asked } = tokens;
  if (tokens.token_type.toLowerCase() !== 'bearer') {
    throw failed('other', 'the authorization server issued an unsupported token type');
  }
  return {
    access,
    ...(refresh !== undefined && { refresh }),
    ...(scope !== undefined && { scope }),
    obtainedAt: now,
    ...(seconds !== undefined && { expiresAt: now + Math.min(Math.max(seconds, 0), LONGEST_SECONDS) * 1000 }),
  };
}

export function endpointsOf({ authorizationServer, metadata }: Discovered): Endpoints {
  const { token_endpoint: token, token_endpoint_auth_methods_supported: authMethods = [] } = metadata ?? {};
  const revocation = metadata && 'revocation_endpoint' in metadata ? metadata.revocation_endpoint : undefined;
  return {
    token: token ?? new URL('/token', authorizationServer).href,
    ...(typeof revocation === 'string' && { revocation }),
    authMethods,
  };
}

/** The part of the metadata that is needed after signing in. */
export function metadataOf({
  issuer,
  endpoints,
}: Pick<Credential, 'issuer' | 'endpoints'>): AuthorizationServerMetadata {
  return {
    issuer,
    authorization_endpoint: endpoints.token,
    token_endpoint: endpoints.token,
    response_types_supported: ['code'],
    ...(endpoints.authMethods.length > 0 && { token_endpoint_auth_methods_supported: [...endpoints.authMethods] }),
  };
}

const LEEWAY_MS = 60_000;
const JITTER_MS = 15_000;

/** Whether a token is valid for a while; `jitter`, from 0 to 1, adds jitter so that not all refresh at once. */
export function isFresh({ obtainedAt, expiresAt }: Tokens, now: number, jitter: number): boolean {
  if (expiresAt === undefined) return true;
  // A token with a lifetime of one minute would never be fresh.
  const leeway = Math.min(LEEWAY_MS + JITTER_MS * jitter, (expiresAt - obtainedAt) / 4);
  return now < expiresAt - leeway;
}
