/** Keys of another version are not read, so an upgrade that changes a format changes this. */
const VERSION = 1;

/** Names of keys and channels. Braces keep the keys of one session on one node of a cluster. */
export class Keys {
  readonly #start: string;

  constructor(prefix: string) {
    this.#start = `${prefix}:${VERSION}`;
  }

  session(id: string): string {
    return `${this.#start}:session:{${id}}`;
  }

  events(id: string): string {
    return `${this.#start}:events:{${id}}`;
  }

  task(name: string): string {
    return `${this.#start}:task:{${name}}`;
  }

  value(kind: string, key: string): string {
    return `${this.#start}:${kind}:{${key}}`;
  }

  breaker(server: string): string {
    return `${this.#start}:breaker:{${server}}`;
  }

  limit(subject: string): string {
    return `${this.#start}:limit:{${subject}}`;
  }

  /** Records of named tokens, by name. */
  get tokens(): string {
    return `${this.#start}:{tokens}`;
  }

  /** When they were last used, by name. */
  get tokenUses(): string {
    return `${this.#start}:{tokens}:uses`;
  }

  get audit(): string {
    return `${this.#start}:audit`;
  }

  /** The channel of one replica, or of all. */
  channel(replica: string): string {
    return `${this.#start}:to:${replica}`;
  }
}
