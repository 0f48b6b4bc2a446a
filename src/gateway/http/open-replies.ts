import type { ReplySink } from './reply-sink.ts';

/** All replies in flight and all open streams. */
export class OpenReplies {
  readonly #waiting = new Set<ReplySink>();
  readonly #streams = new Set<ReplySink>();
  readonly #timer: NodeJS.Timeout;
  readonly #keepAliveMs: number;
  /** When the next credential of a stream expires. */
  #expiry: { readonly at: number; readonly timer?: NodeJS.Timeout } = { at: Infinity };
  #whenDone: (() => void) | undefined;

  constructor(keepAliveMs: number) {
    this.#keepAliveMs = keepAliveMs;
    // One timer for all. A reply that is still pending becomes a stream, so that a keep-alive can be sent.
    this.#timer = setInterval(() => this.#keepAlive(), keepAliveMs);
    this.#timer.unref();
  }

  get waiting(): number {
    return this.#waiting.size;
  }

  get streams(): number {
    return this.#streams.size;
  }

  wait(reply: ReplySink): void {
    this.#waiting.add(reply);
  }

  /** Adds a stream that stays open until the client or the server closes it. */
  stream(reply: ReplySink): void {
    this.#streams.add(reply);
    this.#endAt(reply.expiresAt ?? Infinity);
  }

  forget(reply: ReplySink): void {
    this.#streams.delete(reply);
    this.#waiting.delete(reply);
    if (this.#waiting.size === 0) this.#whenDone?.();
  }

  /** Resolves when no reply is pending, or after `mostMs`. */
  async settled(mostMs: number): Promise<void> {
    if (this.#waiting.size === 0) return;
    await new Promise<void>((done) => {
      const timer = setTimeout(done, mostMs);
      this.#whenDone = () => {
        clearTimeout(timer);
        done();
      };
    });
  }

  endStreams(): void {
    for (const reply of this.#streams) reply.end();
  }

  close(): void {
    clearInterval(this.#timer);
    clearTimeout(this.#expiry.timer);
    for (const reply of [...this.#waiting, ...this.#streams]) reply.end();
  }

  #keepAlive(): void {
    this.#endExpired();
    for (const reply of [...this.#waiting, ...this.#streams]) reply.keepAlive();
  }

  /** Streams end when their credentials expire. Later times than the next keep-alive are left to it. */
  #endAt(time: number): void {
    const delay = time - Date.now();
    if (delay > this.#keepAliveMs || time >= this.#expiry.at) return;
    clearTimeout(this.#expiry.timer);
    this.#expiry = { at: time, timer: setTimeout(() => this.#endExpired(), Math.max(0, delay)).unref() };
  }

  #endExpired(): void {
    this.#expiry = { at: Infinity };
    const now = Date.now();
    for (const reply of this.#streams) {
      const { expiresAt = Infinity } = reply;
      if (expiresAt <= now) reply.end();
      else this.#endAt(expiresAt);
    }
  }
}
