export interface Visit {
  readonly url: string;
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** Somebody with a browser: follows every redirect, and keeps cookies as long as it is open. */
export class Browser {
  readonly #cookies = new Map<string, string>();

  /** Where an address leads in the end. Stops before an address that `isEnough` of. */
  async visit(address: string, isEnough: (url: URL) => boolean = () => false, method = 'GET'): Promise<Visit> {
    for (let url = new URL(address), hops = 0; hops < 20; hops += 1) {
      if (isEnough(url)) return { url: url.href, status: 0, headers: new Headers(), text: '' };
      const origin = hops === 0 && method === 'POST' ? { origin: url.origin } : {};
      const response = await fetch(url, {
        redirect: 'manual',
        method: hops === 0 ? method : 'GET',
        headers: { cookie: this.#cookiesFor(url), ...origin },
      });
      for (const cookie of response.headers.getSetCookie()) this.#keep(url, cookie);
      const next = response.headers.get('location');
      if (next === null) {
        return { url: url.href, status: response.status, headers: response.headers, text: await response.text() };
      }
      await response.body?.cancel();
      url = new URL(next, url);
    }
    throw new Error('It leads in a circle.');
  }

  /** Presses the only button of a page. */
  async post(address: string, isEnough?: (url: URL) => boolean): Promise<Visit> {
    return this.visit(address, isEnough, 'POST');
  }

  #cookiesFor({ host }: URL): string {
    const own = [...this.#cookies].filter(([key]) => key.startsWith(`${host} `));
    return own.map(([key, value]) => `${key.slice(host.length + 1)}=${value}`).join('; ');
  }

  #keep({ host }: URL, cookie: string): void {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
    this.#cookies.set(`${host} ${name}`, value);
  }
}
