import type { CryptoKey, FlattenedJWSInput, JSONWebKeySet, JWSHeaderParameters } from 'jose';
import { isMap } from '../../../model/value.ts';
import { visible } from '../../../model/visible.ts';
import type { Fetch } from '../../../runtime/connect/http/guarded-fetch.ts';

type KeyLookup = (header: JWSHeaderParameters, token: FlattenedJWSInput) => Promise<CryptoKey>;

/** The keys of the authorization server are not available, so a token can be neither accepted nor rejected. */
export class KeysUnavailable extends Error {
  override readonly name = 'KeysUnavailable';
}

/** Time between two requests to the authorization server, whatever tokens clients send. */
const COOLDOWN_MS = 30_000;
/** The same while there are no keys at all. */
const FIRST_COOLDOWN_MS = 2000;
const FRESH_MS = 10 * 60_000;
/** An unreachable authorization server does not lock clients out, but a removed key must not be valid forever. */
const USABLE_MS = 24 * 3_600_000;

export interface IssuerKeysOptions {
  readonly issuer: string;
  readonly fetch: Fetch;
  /** Called with a message when the keys cannot be read, and when they can be read again. */
  readonly tell?: (text: string) => void;
  /** Milliseconds; for tests. */
  readonly now?: () => number;
}

/**
 * The public keys of an authorization server. They are read again when a token names an unknown key or they are old, at
 * most once per cooldown. If that fails, the known keys stay in use for a day.
 */
export class IssuerKeys {
  readonly #options: IssuerKeysOptions;
  readonly #now: () => number;
  #lookup: KeyLookup | undefined;
  #readAt = Number.NEGATIVE_INFINITY;
  #triedAt = Number.NEGATIVE_INFINITY;
  #hasFailed = false;
  #reading: Promise<void> | undefined;

  constructor(options: IssuerKeysOptions) {
    this.#options = options;
    this.#now = options.now ?? performance.now.bind(performance);
  }

  /** The key that signed a token. Rejects with an error of `jose`, or with `KeysUnavailable`. */
  async find(header: JWSHeaderParameters, token: FlattenedJWSInput): Promise<CryptoKey> {
    const { errors } = await import('jose');
    const age = this.#now() - this.#readAt;
    if (age > USABLE_MS) {
      this.#lookup = undefined;
      await this.#refresh();
    } else if (age > FRESH_MS) void this.#refresh();
    const known = this.#lookup;
    if (!known) throw new KeysUnavailable('The keys of the authorization server cannot be read.');
    try {
      return await known(header, token);
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey)) throw error;
      await this.#refresh();
      if (this.#lookup && this.#lookup !== known) return this.#lookup(header, token);
      if (this.#hasFailed) throw new KeysUnavailable('The authorization server cannot be reached.', { cause: error });
      throw error;
    }
  }

  /** Reads the keys unless that was tried recently. Never rejects. */
  async #refresh(): Promise<void> {
    if (this.#reading) return this.#reading;
    const cooldown = this.#lookup ? COOLDOWN_MS : FIRST_COOLDOWN_MS;
    if (this.#now() - this.#triedAt < cooldown) return;
    this.#triedAt = this.#now();
    this.#reading = this.#read().then(
      () => this.#settle(),
      (error: unknown) => this.#settle(error instanceof Error ? error.message : String(error)),
    );
    return this.#reading;
  }

  /** Reports only changes, however often reading is tried. */
  #settle(reason?: string): void {
    const [before, { issuer, tell = () => {} }] = [this.#hasFailed, this.#options];
    this.#hasFailed = reason !== undefined;
    this.#reading = undefined;
    if (before === this.#hasFailed) return;
    if (reason === undefined) return tell(`The keys of ${visible(issuer)} can be read again.`);
    const effect = this.#lookup ? 'The known keys stay valid for a day.' : 'Access tokens get 503 until then.';
    tell(`The keys of ${visible(issuer)} cannot be read: ${visible(reason)} ${effect}`);
  }

  async #read(): Promise<void> {
    const { createLocalJWKSet } = await import('jose');
    const keys = await readJson(await this.#keysUrl(), this.#options.fetch);
    // Throws if the document is not a set of keys.
    this.#lookup = createLocalJWKSet(keys as unknown as JSONWebKeySet);
    this.#readAt = this.#now();
  }

  async #keysUrl(): Promise<string> {
    const { issuer, fetch } = this.#options;
    const reasons: string[] = [];
    for (const url of metadataUrls(issuer)) {
      const metadata = await readJson(url, fetch).catch((error: unknown) => {
        reasons.push(error instanceof Error ? error.message : String(error));
      });
      if (!metadata) continue;
      const { issuer: named, jwks_uri: keys } = metadata;
      // RFC 8414: a document that names another issuer is not used.
      if (named === issuer && typeof keys === 'string') return keys;
      reasons.push(`${url} ${named === issuer ? 'names no keys.' : 'names another issuer.'}`);
    }
    throw new Error([...new Set(reasons)].join(' '));
  }
}

/** The places of RFC 8414 and OpenID Connect Discovery, in the order of the protocol. */
function metadataUrls(issuer: string): string[] {
  const { origin, pathname } = new URL(issuer);
  const path = pathname.replace(/\/$/, '');
  const inserted = ['oauth-authorization-server', 'openid-configuration'].map(
    (name) => `${origin}/.well-known/${name}${path}`,
  );
  return path === '' ? inserted : [...inserted, `${origin}${path}/.well-known/openid-configuration`];
}

async function readJson(url: string, fetch: Fetch): Promise<Readonly<Record<string, unknown>>> {
  const response = await fetch(url, { headers: { accept: 'application/json' } });
  if (!response.ok) throw new Error(`${url} answered with ${response.status}.`);
  const document: unknown = await response.json().catch(() => undefined);
  if (!isMap(document)) throw new Error(`${url} is not a JSON document.`);
  return document;
}
