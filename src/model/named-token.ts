import { isMap } from './value.ts';

/** A token of the gateway with a name. The token itself is not stored. */
export interface NamedToken {
  readonly name: string;
  /** SHA-256 of the token, in hex. */
  readonly hash: string;
  /** What its holder may see, as in a URL: `?only=github&deny=*delete*`. Absent: everything. */
  readonly view?: string;
  /** `metrics`: reads metrics and status, and cannot use servers. */
  readonly use: 'clients' | 'metrics';
  /** ISO 8601. */
  readonly created: string;
  readonly expires?: string;
}

/** Where named tokens are kept. */
export interface TokenStore {
  list(): Promise<readonly NamedToken[]>;
  /** False if there is already a token with this name. */
  add(token: NamedToken): Promise<boolean>;
  /** False if there is none. */
  remove(name: string): Promise<boolean>;
  /** When tokens were last used, by name. */
  lastUses(): Promise<ReadonlyMap<string, Date>>;
  noteUses(uses: ReadonlyMap<string, Date>): Promise<void>;
  /** Calls `onChange` when tokens may have been added or removed. Returns a function that stops it. */
  follow(onChange: () => void): () => void;
}

/** The store cannot be reached now. Tokens that were read before may still be used for a while. */
export class TokensUnavailable extends Error {
  override readonly name = 'TokensUnavailable';
}

const NAME = /^[A-Za-z0-9][\w.-]{0,63}$/;

export function isTokenName(name: string): boolean {
  return NAME.test(name);
}

/** Whether a stored value is a token. One whose fields cannot be read could grant more than it should. */
export function isNamedToken(value: unknown): value is NamedToken {
  if (!isMap(value)) return false;
  const { name, hash, view, use, created, expires } = value;
  const isText = (text: unknown): boolean => text === undefined || typeof text === 'string';
  return (
    typeof name === 'string' &&
    isTokenName(name) &&
    typeof hash === 'string' &&
    /^[\da-f]{64}$/.test(hash) &&
    isText(view) &&
    (use === 'clients' || use === 'metrics') &&
    typeof created === 'string' &&
    isText(expires)
  );
}

/** Times of last uses by token name; entries that are not dates are left out. */
export function tokenUsesIn(entries: Iterable<readonly [string, unknown]>): Map<string, Date> {
  return new Map(
    [...entries].flatMap(([name, time]) => {
      const date = new Date(typeof time === 'string' ? time : Number.NaN);
      return Number.isNaN(date.getTime()) ? [] : [[name, date]];
    }),
  );
}
