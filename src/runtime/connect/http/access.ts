import { KnownValues } from '../../values/known-values.ts';
import type { Mask } from '../mask.ts';
import type { Fetch } from './guarded-fetch.ts';

/** What lets us in to a server: the sign-in of a person, as far as a connection has to do with it. */
export interface Access {
  /** The same, with a token in each request that brings none of its own. */
  guard(fetch: Fetch): Fetch;
  /** Whether a request that brings this as its authorization gets the token. */
  isOurs(authorization: string | undefined): boolean;
  /** Undefined when nobody has signed in. */
  token(): Promise<string | undefined>;
  /** Tokens that were used so far. There may be more of them later on. */
  readonly secrets: readonly string[];
  /** Whether there is a sign-in that the server has not refused yet. */
  isWorthTrying(): Promise<boolean>;
}

/** Hides the tokens of an access as well, also those that come after the connection was made. */
export function maskWith(mask: Mask, access: Access | undefined): Mask {
  if (!access) return mask;
  const tokens = new KnownValues();
  return (text, isCut) => {
    tokens.add(access.secrets);
    return mask(tokens.mask(text, isCut), isCut);
  };
}
