import type { AuthSettings } from '../auth-settings.ts';
import type { Challenge } from '../challenge.ts';
import { signInAsClient } from '../client-credentials.ts';
import { type SignInServices, timeOf } from '../services.ts';
import { type Credential, parseCredential, secretsOf, type Tokens, withoutRegistration } from './credential.ts';
import { findCredential } from './find-credential.ts';
import { renew, SignInEnded } from './renew.ts';
import { isFresh } from './tokens.ts';

/** Renewals under way in this process, by what is renewed. */
export type Renewals = Map<string, Promise<Credential | undefined>>;

type IsGood = (tokens: Tokens) => boolean;

/** Has the token of a sign-in at hand, and a new one before it runs out. */
export class TokenKeeper {
  readonly #settings: AuthSettings;
  readonly #services: SignInServices;
  readonly #renewals: Renewals;
  readonly #luck: number;
  /** What was handed out, and must be known again. */
  readonly #secrets = new Set<string>();
  #current: Credential | undefined;

  constructor(settings: AuthSettings, services: SignInServices, renewals: Renewals) {
    this.#settings = settings;
    this.#services = services;
    this.#renewals = renewals;
    this.#luck = (services.random ?? Math.random)();
  }

  get secrets(): readonly string[] {
    return [...this.#secrets];
  }

  /** A token that is good for a while; undefined when nobody has signed in. Rejects with `SignInEnded` when it is over. */
  async token(challenge?: Challenge): Promise<string | undefined> {
    const isGood: IsGood = (tokens) => isFresh(tokens, this.#now(), this.#luck);
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

  /** Another token than one that the server has refused. Rejects like `token`. */
  async replace(refused: string, challenge?: Challenge): Promise<string | undefined> {
    return this.#renewed(({ access }) => access !== refused, challenge);
  }

  /** Looks whether somebody has signed in, or out, meanwhile. */
  async reload(): Promise<Credential | undefined> {
    return this.#keep(await findCredential(this.#services.store, this.#settings));
  }

  /** Somebody may sign in before it is needed again. */
  forget(): void {
    this.#current = undefined;
  }

  /** Notes what the server wants, for the next sign-in. */
  async want(wantedScope: string): Promise<void> {
    const { store } = this.#services;
    const { id } = this.#current ?? {};
    if (id === undefined) return;
    await store.exclusively(id, async () => {
      const now = parseCredential(await store.read(id));
      if (now && now.wantedScope !== wantedScope) await store.write(id, { ...now, wantedScope });
    });
  }

  /** Only one at a time, here and in all other processes: a refresh token may be good for one use. */
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

  /** Somebody else may have been quicker, or have signed out. */
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

  /** What could not be renewed early lasts for a while, in which that can be tried again. */
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

/** What is over is not kept; who we are to the authorization server is, as long as that knows us. */
function endedBy({ why, isUnknown }: SignInEnded, { tokens: _, ...credential }: Credential): Credential {
  const { client } = credential;
  return { ...credential, client: isUnknown ? withoutRegistration(client) : client, ended: why };
}
