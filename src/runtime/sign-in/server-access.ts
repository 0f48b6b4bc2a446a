import { ConnectionError } from '../connect/errors.ts';
import type { Fetch } from '../connect/http/guarded-fetch.ts';
import type { Failure } from '../types.ts';
import type { AuthSettings } from './auth-settings.ts';
import { type Challenge, challengeIn } from './challenge.ts';
import { isMoreThan, joinScopes } from './scopes.ts';
import type { SignInServices } from './services.ts';
import { SignInError } from './sign-in-error.ts';
import { CredentialLookupFailed } from './tokens/find-credential.ts';
import { SignInEnded } from './tokens/renew.ts';
import { type Renewals, TokenKeeper } from './tokens/token-keeper.ts';

const BEARER = 'Bearer ';

/** Access to one server: adds the sign-in token to requests and handles authentication challenges. */
export class ServerAccess {
  readonly #keeper: TokenKeeper;
  readonly #origin: string | undefined;
  #refused: string | undefined;
  #challenge: Challenge | undefined;

  constructor(settings: AuthSettings, services: SignInServices, renewals: Renewals) {
    this.#keeper = new TokenKeeper(settings, services, renewals);
    this.#origin = settings.server === undefined ? undefined : new URL(settings.server).origin;
  }

  /** The last challenge of the server. */
  get challenge(): Challenge | undefined {
    return this.#challenge;
  }

  /** Tokens to mask, including those obtained after connecting. */
  get secrets(): readonly string[] {
    return this.#keeper.secrets;
  }

  async token(): Promise<string | undefined> {
    return this.#keeper.token(this.#challenge);
  }

  /** Drops the token in memory, so that the next request reads the store. */
  forget(): void {
    this.#keeper.forget();
  }

  /** Whether there is a sign-in that the server has not rejected yet. */
  async isWorthTrying(): Promise<boolean> {
    const found = await this.#keeper.reload().catch(() => undefined);
    return found?.tokens !== undefined && found.tokens.access !== this.#refused;
  }

  /** Whether a request with this header gets our token. Headers of the definition are not replaced. */
  isOurs(authorization: string | undefined): boolean {
    return authorization === undefined || this.secrets.includes(authorization.slice(BEARER.length));
  }

  /**
   * Adds the token to each request and refreshes it where that helps. Requests with another authorization header are
   * left unchanged: the definition takes precedence.
   */
  guard(fetch: Fetch): Fetch {
    return async (url, init = {}) => {
      const given = new Headers(init.headers).get('authorization') ?? undefined;
      if (!this.isOurs(given) || new URL(url).origin !== this.#origin) return fetch(url, init);
      // Without a token the server decides; an unreadable sign-in was already reported while resolving values.
      const token = await this.#orConnectionError(this.token().catch(ignoreUnreadable));
      const response = await fetch(url, withToken(init, token));
      const other = token === undefined ? undefined : await this.#otherToken(token, response);
      if (other === undefined) return this.#checkChallenge(response, token);
      await response.body?.cancel();
      return this.#checkChallenge(await fetch(url, withToken(init, other)), other);
    };
  }

  /** A different token to retry with, if there is one. */
  async #otherToken(token: string, response: Response): Promise<string | undefined> {
    const challenge = await challengeIn(response);
    if (!challenge) return undefined;
    this.#challenge = challenge;
    if (challenge.status === 401) return this.#orConnectionError(this.#keeper.replace(token, challenge));
    // Refreshing does not add scopes, but there may be a new sign-in with more.
    const found = await this.#keeper.reload().catch(() => undefined);
    return found?.tokens?.access === token ? undefined : found?.tokens?.access;
  }

  async #checkChallenge(response: Response, token: string | undefined): Promise<Response> {
    const challenge = await challengeIn(response);
    if (!challenge) return response;
    this.#challenge = challenge;
    this.#refused = challenge.status === 401 ? token : undefined;
    if (challenge.status === 401 && token === undefined) return response;
    await response.body?.cancel();
    const failure = challenge.status === 401 ? notAccepted : await this.#insufficientScope(challenge);
    this.#keeper.forget();
    throw new ConnectionError(failure);
  }

  /** Requests more scopes only once; an authorization server that refused them will do so again. */
  async #insufficientScope({ scope }: Challenge): Promise<Failure> {
    const { tokens, askedScope } = (await this.#keeper.reload().catch(() => undefined)) ?? {};
    const wanted = joinScopes(tokens?.scope, scope);
    if (scope === undefined || wanted === undefined || !isMoreThan(scope, joinScopes(tokens?.scope, askedScope))) {
      return forbidden;
    }
    await this.#keeper.want(wanted).catch(() => {});
    return {
      kind: 'unauthorized',
      message: `The server requires more scopes: ${scope}`,
      tip: 'Sign in again to grant them.',
      status: 403,
    };
  }

  async #orConnectionError<T>(token: Promise<T>): Promise<T> {
    try {
      return await token;
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      if (error instanceof SignInEnded) {
        throw new ConnectionError({ kind: 'unauthorized', message, tip: 'Sign in again.' });
      }
      // Settings must be corrected; other errors may be temporary.
      const kind = error instanceof SignInError && error.problem === 'settings' ? 'values' : 'unreachable';
      throw new ConnectionError({ kind, message: `The sign-in could not be refreshed. ${message}` });
    }
  }
}

function ignoreUnreadable(error: unknown): undefined {
  if (!(error instanceof CredentialLookupFailed)) throw error;
}

const notAccepted: Failure = {
  kind: 'unauthorized',
  message: 'The server rejected your sign-in.',
  tip: 'Sign in again.',
  status: 401,
};

const forbidden: Failure = {
  kind: 'http-status',
  message: 'The server answered with 403: permission denied.',
  tip: 'Check that your account has access to this.',
  status: 403,
};

function withToken(init: RequestInit, token: string | undefined): RequestInit {
  const headers = new Headers(init.headers);
  if (token === undefined) headers.delete('authorization');
  else headers.set('authorization', `${BEARER}${token}`);
  return { ...init, headers };
}
