import type { AuthSettings } from '../auth-settings.ts';
import type { Challenge } from '../challenge.ts';
import { signInAsClient } from '../client-credentials.ts';
import { type SignInServices, timeOf } from '../services.ts';
import { type Credential, parseCredential, secretsOf, type Tokens, withoutRegistration } from './credential.ts';
import { findCredential } from './find-credential.ts';
import { renew, SignInEnded } from './renew.ts';
import { isFresh } from './tokens.ts';

/** Refreshes in progress in this process, by credential. */
export type Renewals = Map<string, Promise<Credential | undefined>>;

type IsGood = (tokens: Tokens) => boolean;

/** Holds the token of a sign-in and refreshes it before it expires. */
export class TokenKeeper {
  readonly #settings: AuthSettings;
  readonly #services: SignInServices;
  readonly #renewals: Renewals;
  readonly #jitter: number;
  /** Tokens handed out, to be masked. */
  readonly #secrets = new Set<string>();
  #current: Credential | undefined;

  constructor(settings: AuthSettings, services: SignInServices, renewals: Renewals) {
    this.#settings = settings;
    this.#services = services;
    this.#renewals = renewals;
    this.#jitter = (services.random ?? Math.random)();
  }

  get secrets(): readonly string[] {
    return [...this.#secrets];
  }

  /** A token that is valid for a while; undefined if there is no sign-in. Rejects with `SignInEnded`. */
  async token(challenge?: Challenge): Promise<string | undefined> {
    const isGood: IsGood = (tokens) => isFresh(tokens, this.#now(), this.#jitter);
    const credential = this.#current?.tokens ? this.#current : await this.reload();
    if (credential?.tokens && isGood(credential.tokens)) return credential.tokens.access;
    if (credential?.ended !== undefined) throw new SignInEnded(credential.ended);
    if (!credential && this.#settings.grant !== 'client_credentials') return undefined;
    try {
      return await this.#renewed(isGood, challenge);
    } catch (error) {
      const last = this.#stillGood();
      if (last === undefined || error instanceof SignInEnded) throw error;
      return last;
    }
  }

  /** A token other than the one the server rejected. Rejects like `token`. */
  async replace(refused: string, challenge?: Challenge): Promise<string | undefined> {
    return this.#renewed(({ access }) => access !== refused, challenge);
  }

  /** Reads the stored sign-in again; it may have changed meanwhile. */
  async reload(): Promise<Credential | undefined> {
    return this.#keep(await findCredential(this.#services.store, this.#settings));
  }

  /** Drops the cached sign-in, so that the next use reads the store. */
  forget(): void {
    this.#current = undefined;
  }

  /** Stores the scopes the server requires, for the next sign-in. */
  async want(wantedScope: string): Promise<void> {
    const { store } = this.#services;
    const { id } = this.#current ?? {};
    if (id === undefined) return;
    await store.exclusively(id, async () => {
      const now = parseCredential(await store.read(id));
      if (now && now.wantedScope !== wantedScope) await store.write(id, { ...now, wantedScope });
    });
  }

  /** One refresh at a time across all processes, because a refresh token may be single-use. */
  async #renewed(isGood: IsGood, challenge?: Challenge): Promise<string | undefined> {
    const { store } = this.#services;
    const { server, clientId } = this.#settings;
    const current = await this.reload();
    if (current?.tokens && isGood(current.tokens)) return current.tokens.access;
    const name = current?.id ?? `client ${clientId} of ${server}`;
    const joined = this.#renewals.get(name);
    if (joined) {
      const credential = this.#keep(await joined);
      if (credential?.tokens && isGood(credential.tokens)) return credential.tokens.access;
    }
    const work = store.exclusively(name, async () => this.#renewNow(current?.id, isGood, challenge));
    this.#renewals.set(name, work);
    try {
      return this.#keep(await work)?.tokens?.access;
    } finally {
      if (this.#renewals.get(name) === work) this.#renewals.delete(name);
    }
  }

  /** Another process may have refreshed or signed out meanwhile. */
  async #renewNow(id: string | undefined, isGood: IsGood, challenge?: Challenge): Promise<Credential | undefined> {
    const { store } = this.#services;
    const there =
      id === undefined ? await findCredential(store, this.#settings) : parseCredential(await store.read(id));
    if (there?.tokens && isGood(there.tokens)) return there;
    if (there?.ended !== undefined) throw new SignInEnded(there.ended);
    try {
      const renewed = await this.#next(there, challenge);
      if (renewed) await store.write(renewed.id, renewed);
      return renewed;
    } catch (error) {
      if (there && error instanceof SignInEnded) await store.write(there.id, endedBy(error, there));
      throw error;
    }
  }

  async #next(there: Credential | undefined, challenge?: Challenge): Promise<Credential | undefined> {
    if (this.#settings.grant === 'client_credentials') {
      return signInAsClient(this.#settings, challenge ? { challenge } : {}, there, this.#services);
    }
    return there && renew(there, this.#settings, this.#services);
  }

  /** After a failed early refresh, the token is still valid for a while, and the refresh can be retried. */
  #stillGood(): string | undefined {
    const { access, expiresAt = Infinity } = this.#current?.tokens ?? {};
    return this.#now() < expiresAt ? access : undefined;
  }

  #keep(credential: Credential | undefined): Credential | undefined {
    this.#current = credential;
    for (const secret of credential ? secretsOf(credential) : []) this.#secrets.add(secret);
    return credential;
  }

  #now(): number {
    return timeOf(this.#services);
  }
}

/** Drops the tokens but keeps the client, as long as the authorization server knows it. */
function endedBy({ why, isUnknown }: SignInEnded, { tokens: _, ...credential }: Credential): Credential {
  const { client } = credential;
  return { ...credential, client: isUnknown ? withoutRegistration(client) : client, ended: why };
}
