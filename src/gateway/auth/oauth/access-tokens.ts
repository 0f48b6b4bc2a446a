import { createHash } from 'node:crypto';
import type { JWTPayload, JWTVerifyGetKey } from 'jose';
import { namedPlaces } from '../../../runtime/sign-in/named-places.ts';
import { oauthFetch } from '../../../runtime/sign-in/oauth-fetch.ts';
import { BoundedMap } from '../../bounded-map.ts';
import { readView } from '../../catalog/view-text.ts';
import { type AuthFault, invalidToken, type Verdict } from '../authenticate.ts';
import type { Principal } from '../principal.ts';
import { IssuerKeys, type IssuerKeysOptions, KeysUnavailable } from './issuer-keys.ts';
import { oauthAccount } from './oauth-account.ts';

export interface OauthOptions {
  /** The authorization server, exactly as its tokens name it. */
  readonly issuer: string;
  /** What tokens must be issued for. */
  readonly audience: string;
  /** Scopes that every token needs. */
  readonly scopes?: readonly string[];
  /** The claim with the groups of a user. Default: `groups`. */
  readonly groupsClaim?: string;
  /**
   * Views by group, as in a URL. The first group that the user has decides. If there are any and none matches, the user
   * is rejected.
   */
  readonly views?: readonly { readonly group: string; readonly view: string }[];
}

export interface AccessTokenServices extends Partial<Omit<IssuerKeysOptions, 'issuer'>> {
  /** Keys of the issuer that are known already. */
  readonly keys?: IssuerKeys;
}

/** Asymmetric algorithms only: with HMAC, the public key of the authorization server would be the secret. */
const algorithms = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
];
const CLOCK_SKEW_SECONDS = 30;
/** A verified token is not verified again for this time. */
const CACHE_MS = 60_000;
const MAX_CACHED = 2000;
const MAX_SUBJECT = 255;
const FORM = /^[\w-]+\.[\w-]+\.[\w-]+$/;

/** Verifies access tokens (RFC 9068 and similar JWTs) of one authorization server. */
export class AccessTokens {
  readonly #options: OauthOptions;
  readonly #keys: IssuerKeys;
  readonly #verified = new BoundedMap<string, { readonly principal: Principal; readonly until: number }>(MAX_CACHED);

  /** Throws a `ViewError` if a view is invalid. */
  constructor(options: OauthOptions, more: AccessTokenServices = {}) {
    const { keys, ...forKeys } = more;
    this.#options = options;
    for (const { view } of options.views ?? []) readView(view);
    const fetch =
      forKeys.fetch ??
      oauthFetch({ named: namedPlaces(options.issuer, options), privateNetworks: true, timeoutMs: 5000 });
    this.#keys = keys ?? new IssuerKeys({ ...forKeys, issuer: options.issuer, fetch });
  }

  /** The keys, if they are those of this issuer. */
  keysOf(issuer: string): IssuerKeys | undefined {
    return issuer === this.#options.issuer ? this.#keys : undefined;
  }

  verify(token: string): Verdict | Promise<Verdict> {
    if (!FORM.test(token)) return invalidToken;
    const key = createHash('sha256').update(token).digest('base64');
    const known = this.#verified.get(key);
    if (known && Date.now() < known.until) return known.principal;
    return this.#verify(token, key);
  }

  async #verify(token: string, key: string): Promise<Verdict> {
    const { issuer, audience } = this.#options;
    const { jwtVerify } = await import('jose');
    const requiredClaims = ['exp', 'sub'];
    const conditions = { issuer, audience, algorithms, requiredClaims, clockTolerance: CLOCK_SKEW_SECONDS };
    let payload: JWTPayload;
    try {
      const find: JWTVerifyGetKey = async (header, jws) => this.#keys.find(header, jws);
      ({ payload } = await jwtVerify(token, find, conditions));
    } catch (error) {
      return error instanceof KeysUnavailable ? unavailable : faultOf(error);
    }
    const verdict = this.#principalOf(payload);
    if (!('fault' in verdict))
      this.#verified.set(key, { principal: verdict, until: Math.min(verdict.expiresAt, Date.now() + CACHE_MS) });
    return verdict;
  }

  #principalOf(payload: JWTPayload): Verdict {
    const { scopes: needed = [], groupsClaim = 'groups', views = [] } = this.#options;
    const { sub = '', exp = 0 } = payload;
    // `jose` does not check its type. A list with one name must not be the same user as that name.
    if (typeof sub !== 'string' || sub === '' || sub.length > MAX_SUBJECT) return invalidToken;
    const scopes = wordsIn(payload['scope'] ?? payload['scp']);
    if (needed.some((scope) => !scopes.includes(scope))) return insufficientScope;
    const groups = wordsIn(payload[groupsClaim]);
    const found = views.find(({ group }) => groups.includes(group));
    if (views.length > 0 && !found) return noView;
    return {
      kind: 'oauth',
      id: `oauth:${sub}`,
      account: oauthAccount(sub, this.#options.issuer),
      ...(found && found.view !== '' && { view: found.view }),
      scopes,
      groups,
      expiresAt: exp * 1000,
    };
  }
}

/** Scopes and groups are a list, or words in one text. */
function wordsIn(claim: unknown): string[] {
  if (Array.isArray(claim)) return claim.filter((word) => typeof word === 'string');
  return typeof claim === 'string' ? claim.split(' ').filter((word) => word !== '') : [];
}

function faultOf(error: unknown): AuthFault {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'ERR_JWT_EXPIRED') return { ...invalidToken, message: 'Unauthorized: the token has expired' };
  return invalidToken;
}

const unavailable: AuthFault = {
  fault: 'unavailable',
  message: 'The authorization server cannot be reached, so the token cannot be verified',
};
const insufficientScope: AuthFault = { fault: 'insufficient_scope', message: 'Forbidden: the token lacks a scope' };
const noView: AuthFault = { fault: 'no-view', message: 'Forbidden: no group of this user may use the gateway' };
