import type { IncomingHttpHeaders } from 'node:http';
import { LOCAL, type Principal } from './principal.ts';

/** Why a request is rejected. The names with an underscore are those of RFC 6750. */
export interface AuthFault {
  readonly fault: 'no-token' | 'invalid_token' | 'insufficient_scope' | 'no-view' | 'unavailable';
  readonly message: string;
}

export type Verdict = Principal | AuthFault;

export interface Authentication {
  /** Synchronous for all tokens of the gateway itself; a promise only if a signature must be verified. */
  authenticate(headers: IncomingHttpHeaders, isNear: boolean): Verdict | Promise<Verdict>;
}

export interface AuthSources {
  /** Whether the request has the token of the state directory. */
  readonly hasLocalToken: (headers: IncomingHttpHeaders) => boolean;
  /** The principal of a named token. */
  readonly namedToken?: (token: string) => Verdict | undefined;
  /** The principal of an access token of an authorization server. */
  readonly accessToken?: (token: string) => Verdict | Promise<Verdict>;
}

const noToken: AuthFault = { fault: 'no-token', message: 'Unauthorized: a bearer token is required' };
export const invalidToken: AuthFault = {
  fault: 'invalid_token',
  message: 'Unauthorized: a valid bearer token is required',
};

/** Longer tokens are rejected unread. The headers of a request have at most 16 KB in any case. */
const MAX_TOKEN = 12 * 1024;
const BEARER = /^bearer +([\w.~+/=-]+)$/i;

/** Decides who sends a request. The local token comes first, because it is the fastest. */
export function createAuthentication({ hasLocalToken, namedToken, accessToken }: AuthSources): Authentication {
  return {
    authenticate(headers, isNear) {
      if (isNear && hasLocalToken(headers)) return LOCAL;
      const { authorization } = headers;
      if (authorization === undefined) return noToken;
      const token = authorization.length > MAX_TOKEN ? undefined : BEARER.exec(authorization)?.[1];
      if (token === undefined) return invalidToken;
      return namedToken?.(token) ?? accessToken?.(token) ?? invalidToken;
    },
  };
}
