const MOST_COOKIES = 16;
const MOST_LENGTH = 4096;
const COOKIE = /^([!#$%&'*+\-.^_`|~\w]+)=([!#-+\--:<-[\]-~]*|"[!#-+\--:<-[\]-~]*")$/;

/**
 * Cookies of one server, for the load balancer in front of it: with a cookie, a balancer recognizes the instance that
 * holds a session. They are sent to the same URL only and never stored.
 */
export class AffinityCookies {
  readonly #cookies = new Map<string, string>();
  /** The value of the `Cookie` header; undefined if there are none. */
  header: string | undefined;

  /** Reads `Set-Cookie` headers. Invalid ones are ignored. */
  take(lines: readonly string[]): void {
    for (const line of lines) {
      const [pair = '', ...attributes] = line.split(';').map((part) => part.trim());
      const [, name, value = ''] = pair.length > MOST_LENGTH ? [] : (COOKIE.exec(pair) ?? []);
      if (name === undefined) continue;
      const isExpired = attributes.some((attribute) => /^max-age=(?:0|-\d+)$/i.test(attribute));
      if (isExpired) this.#cookies.delete(name);
      else if (this.#cookies.has(name) || this.#cookies.size < MOST_COOKIES) this.#cookies.set(name, value);
    }
    this.header =
      this.#cookies.size === 0 ? undefined : [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }
}
