import { createHash, randomBytes } from 'node:crypto';
import { type NamedToken, type TokenStore, TokensUnavailable } from '../../model/named-token.ts';
import { readView } from '../catalog/view-text.ts';
import { type AuthFault, invalidToken, type Verdict } from './authenticate.ts';
import type { Principal } from './principal.ts';

/** The prefix lets scanners of repositories find leaked tokens. */
const PREFIX = 'pbg_';
const FORM = /^pbg_[\w-]{43}$/;
const NOTE_USES_MS = 60_000;
/** How long tokens that were read before stay valid while their store cannot be reached: they may have been revoked. */
const TRUST_MS = 10 * 60_000;

/** Creates a token. Only its hash is stored. */
export function issueToken(): { readonly token: string; readonly hash: string } {
  const token = PREFIX + randomBytes(32).toString('base64url');
  return { token, hash: hashOf(token) };
}

/** The token has 256 random bits, so it cannot be guessed from its hash, and a slow hash would protect nothing. */
function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

export interface NamedTokensOptions {
  /** Called with principals whose tokens were removed or replaced. */
  readonly onGone?: (isGone: (principal: Principal) => boolean) => void;
  /** Called if the tokens cannot be read; then none is valid. */
  readonly onFault?: (error: unknown) => void;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
}

/** The named tokens of a running gateway. */
export class NamedTokens {
  readonly #store: TokenStore;
  readonly #options: NamedTokensOptions;
  readonly #uses = new Map<string, Date>();
  #byHash: ReadonlyMap<string, Principal> = new Map();
  #timer: NodeJS.Timeout | undefined;
  #loading = Promise.resolve();
  #stop: () => void = () => {};
  /** Since when the store cannot be reached. */
  #awaySince: number | undefined;
  #fault: string | undefined;

  constructor(store: TokenStore, options: NamedTokensOptions = {}) {
    this.#store = store;
    this.#options = options;
  }

  /** Reads the tokens and follows their changes until `close`. */
  async start(): Promise<void> {
    this.#stop = this.#store.follow(() => void this.#reload());
    this.#timer = setInterval(() => void this.#noteUses(), NOTE_USES_MS).unref();
    await this.#reload();
  }

  /** Undefined if the text is not a named token. */
  verify(token: string): Verdict | undefined {
    if (!FORM.test(token)) return undefined;
    const principal = this.#byHash.get(hashOf(token));
    // It may be a token that was created in the meantime, so its holder should try again later.
    if (!principal) return this.#awaySince === undefined ? invalidToken : unavailable;
    const now = this.#now();
    if (principal.expiresAt <= now) return expired;
    this.#uses.set(principal.id.slice(KIND.length), new Date(now));
    return principal;
  }

  async close(): Promise<void> {
    this.#stop();
    clearInterval(this.#timer);
    await this.#noteUses();
  }

  /** One at a time, so that an older list never replaces a newer one. */
  async #reload(): Promise<void> {
    this.#loading = this.#loading.then(async () => this.#load());
    await this.#loading;
  }

  async #load(): Promise<void> {
    let byHash = new Map<string, Principal>();
    try {
      byHash = new Map((await this.#store.list()).map((token) => [token.hash, principalOf(token)]));
      this.#awaySince = undefined;
      this.#fault = undefined;
    } catch (error) {
      if (error instanceof TokensUnavailable && this.#mayTrust()) return;
      this.#report(error);
    }
    const before = this.#byHash;
    this.#byHash = byHash;
    const gone = new Set([...before].filter(([hash, one]) => !isSame(one, byHash.get(hash))).map(([, { id }]) => id));
    if (gone.size > 0) this.#options.onGone?.(({ id }) => gone.has(id));
  }

  /** Whether the tokens that were read before are still valid without the store. */
  #mayTrust(): boolean {
    this.#awaySince ??= this.#now();
    return this.#now() - this.#awaySince < TRUST_MS;
  }

  /** Once, although the store is asked again and again. */
  #report(error: unknown): void {
    if (this.#fault !== String(error)) this.#options.onFault?.(error);
    this.#fault = String(error);
  }

  #now(): number {
    return (this.#options.now ?? Date.now)();
  }

  /** Not one write per request: at most one per minute. */
  async #noteUses(): Promise<void> {
    if (this.#uses.size === 0) return;
    const uses = new Map(this.#uses);
    this.#uses.clear();
    await this.#store.noteUses(uses).catch((error: unknown) => {
      if (error instanceof TokensUnavailable) this.#noteLater(uses);
      else this.#report(error);
    });
  }

  #noteLater(uses: ReadonlyMap<string, Date>): void {
    for (const [name, time] of uses) if (!this.#uses.has(name)) this.#uses.set(name, time);
  }
}

const KIND = 'token:';
const unavailable: AuthFault = { fault: 'unavailable', message: 'The tokens cannot be read now' };
const expired: AuthFault = { fault: 'invalid_token', message: 'Unauthorized: the token has expired' };

function isSame(one: Principal, other: Principal | undefined): boolean {
  return (
    other !== undefined &&
    one.id === other.id &&
    one.view === other.view &&
    one.isMonitor === other.isMonitor &&
    one.expiresAt === other.expiresAt
  );
}

/** The holder of secrets that are kept for a token: a new token with the same name is another one. */
export function tokenAccount({ name, hash }: Pick<NamedToken, 'name' | 'hash'>): string {
  return `${KIND}${name} ${hash.slice(0, 32)}`;
}

/** Throws if the view is invalid: then the tokens were changed by hand, and none is used. */
function principalOf({ name, hash, view, use, expires }: NamedToken): Principal {
  if (view !== undefined) readView(view);
  const expiresAt = expires === undefined ? Infinity : Date.parse(expires);
  return {
    kind: 'token',
    id: KIND + name,
    account: tokenAccount({ name, hash }),
    ...(view !== undefined && { view }),
    ...(use === 'metrics' && { isMonitor: true }),
    scopes: [],
    groups: [],
    // An invalid date is not a reason to be valid forever.
    expiresAt: Number.isNaN(expiresAt) ? 0 : expiresAt,
  };
}
