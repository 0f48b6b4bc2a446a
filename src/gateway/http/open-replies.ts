import type { ReplySink } from './reply-sink.ts';

/** All replies in flight and all open streams. */
export class OpenReplies {
  readonly #waiting = new Set<ReplySink>();
  readonly #streams = new Set<ReplySink>();
  readonly #timer: NodeJS.Timeout;
  #whenDone: (() => void) | undefined;

  constructor(keepAliveMs: number) {
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
    for (const reply of [...this.#waiting, ...this.#streams]) reply.end();
  }

  #keepAlive(): void {
    const now = Date.now();
    for (const reply of this.#streams) if (reply.expiresAt !== undefined && reply.expiresAt <= now) reply.end();
    for (const reply of [...this.#waiting, ...this.#streams]) reply.keepAlive();
  }
}
