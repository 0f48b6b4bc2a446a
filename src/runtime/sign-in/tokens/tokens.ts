import type { AuthorizationServerMetadata, OAuthTokens } from '@modelcontextprotocol/client';
import type { Discovered } from '../discover.ts';
import { failed } from '../sign-in-error.ts';
import type { Credential, Endpoints, Tokens } from './credential.ts';

/** Ten years. An authorization server may say any number, and a time has to stay one. */
const LONGEST_SECONDS = 10 * 365 * 24 * 60 * 60;

/** Tokens as they are kept. Rights that are not named are those that were asked for. */
export function keptTokens(tokens: OAuthTokens, asked: string | undefined, now: number): Tokens {
  const { access_token: access, refresh_token: refresh, expires_in: seconds, scope = asked } = tokens;
  if (tokens.token_type.toLowerCase() !== 'bearer') {
    throw failed('other', 'the authorization server gives a kind of token that cannot be used here');
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

/** What of the description of an authorization server is needed later on. */
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

/** Whether a token is still good for a while; `luck`, from 0 to 1, keeps many from renewing at the same moment. */
export function isFresh({ obtainedAt, expiresAt }: Tokens, now: number, luck: number): boolean {
  if (expiresAt === undefined) return true;
  // One that lives for a minute only would never be fresh.
  const leeway = Math.min(LEEWAY_MS + JITTER_MS * luck, (expiresAt - obtainedAt) / 4);
  return now < expiresAt - leeway;
}
