import { createHash, randomBytes } from 'node:crypto';
import type { NamedToken, TokenStore } from '../../model/named-token.ts';
import { readView } from '../catalog/view-text.ts';
import { type AuthFault, invalidToken, type Verdict } from './authenticate.ts';
import type { Principal } from './principal.ts';

/** The prefix lets scanners of repositories find leaked tokens. */
const PREFIX = 'pbg_';
const FORM = /^pbg_[\w-]{43}$/;
const NOTE_USES_MS = 60_000;

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
  /** Called with a message if the tokens cannot be read; then none is valid. */
  readonly onFault?: (error: unknown) => void;
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
    if (!principal) return invalidToken;
    const now = Date.now();
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
    } catch (error) {
      this.#options.onFault?.(error);
    }
    const before = this.#byHash;
    this.#byHash = byHash;
    const gone = new Set([...before].filter(([hash, one]) => !isSame(one, byHash.get(hash))).map(([, { id }]) => id));
    if (gone.size > 0) this.#options.onGone?.(({ id }) => gone.has(id));
  }

  /** Not one write per request: at most one per minute. */
  async #noteUses(): Promise<void> {
    if (this.#uses.size === 0) return;
    const uses = new Map(this.#uses);
    this.#uses.clear();
    await this.#store.noteUses(uses).catch((error: unknown) => this.#options.onFault?.(error));
  }
}

const KIND = 'token:';
const expired: AuthFault = { fault: 'invalid_token', message: 'Unauthorized: the token has expired' };

function isSame(one: Principal, other: Principal | undefined): boolean {
  return other !== undefined && one.id === other.id && one.view === other.view && one.isMonitor === other.isMonitor;
}

/** Throws if the view is invalid: then the tokens were changed by hand, and none is used. */
function principalOf({ name, view, use, expires }: NamedToken): Principal {
  if (view !== undefined) readView(view);
  const expiresAt = expires === undefined ? Infinity : Date.parse(expires);
  return {
    kind: 'token',
    id: KIND + name,
    ...(view !== undefined && { view }),
    ...(use === 'metrics' && { isMonitor: true }),
    scopes: [],
    groups: [],
    // An invalid date is not a reason to be valid forever.
    expiresAt: Number.isNaN(expiresAt) ? 0 : expiresAt,
  };
}
