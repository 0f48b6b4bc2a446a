import type { UpstreamLink } from './upstream-link.ts';

interface Waiter {
  readonly done: () => void;
  readonly fail: (reason: unknown) => void;
}

/**
 * Tracks on which connections the tools were compared with the pins. After each reconnect the server may have other
 * tools.
 */
export class PinChecks {
  readonly #ask: (link: UpstreamLink) => void;
  readonly #finished = new WeakSet<UpstreamLink>();
  readonly #running = new WeakSet<UpstreamLink>();
  readonly #waiting = new Map<UpstreamLink, Waiter[]>();

  /** `ask` starts a comparison on an open connection. */
  constructor(ask: (link: UpstreamLink) => void) {
    this.#ask = ask;
  }

  /** Resolves when the comparison is done, and rejects if it fails; undefined if it was done already. */
  wait(link: UpstreamLink): Promise<void> | undefined {
    if (link.info && this.#finished.has(link)) return undefined;
    const waiting = this.#waiting.get(link) ?? [];
    this.#waiting.set(link, waiting);
    const made = new Promise<void>((done, fail) => waiting.push({ done, fail }));
    if (!link.info) this.#connect(link);
    else if (!this.#running.has(link)) this.#ask(link);
    return made;
  }

  started(link: UpstreamLink): void {
    this.#running.add(link);
  }

  finished(link: UpstreamLink): void {
    this.#finished.add(link);
    for (const { done } of this.#end(link)) done();
  }

  failed(link: UpstreamLink, reason: unknown): void {
    for (const { fail } of this.#end(link)) fail(reason);
  }

  /** The connection was lost. */
  forget(link: UpstreamLink): void {
    this.#finished.delete(link);
  }

  #connect(link: UpstreamLink): void {
    void link.connect();
    link.connection.ready().catch((error: unknown) => this.failed(link, error));
  }

  #end(link: UpstreamLink): readonly Waiter[] {
    const waiting = this.#waiting.get(link) ?? [];
    this.#waiting.delete(link);
    this.#running.delete(link);
    return waiting;
  }
}
