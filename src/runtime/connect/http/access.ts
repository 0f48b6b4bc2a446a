import { KnownValues } from '../../values/known-values.ts';
import type { Mask } from '../mask.ts';
import type { Fetch } from './guarded-fetch.ts';

/** A person's sign-in to a server, as a connection uses it. */
export interface Access {
  /** Adds a token to each request that has no authorization header. */
  guard(fetch: Fetch): Fetch;
  /** Whether a request with this authorization header gets our token. */
  isOurs(authorization: string | undefined): boolean;
  /** Undefined if there is no sign-in. */
  token(): Promise<string | undefined>;
  /** Tokens used so far; the list may grow. */
  readonly secrets: readonly string[];
  /** Whether there is a sign-in that the server has not rejected yet. */
  isWorthTrying(): Promise<boolean>;
}

/** Also masks the access tokens, including those obtained after connecting. */
export function maskWith(mask: Mask, access: Access | undefined): Mask {
  if (!access) return mask;
  const tokens = new KnownValues();
  return (text, isCut) => {
    tokens.add(access.secrets);
    return mask(tokens.mask(text, isCut), isCut);
  };
}
