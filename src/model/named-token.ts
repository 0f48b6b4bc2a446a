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

const NAME = /^[A-Za-z0-9][\w.-]{0,63}$/;

export function isTokenName(name: string): boolean {
  return NAME.test(name);
}
