import type { Reply } from './reply.ts';

/** All answers that are still to come, and all streams that stay open. */
export class OpenReplies {
  readonly #waiting = new Set<Reply>();
  readonly #streams = new Set<Reply>();
  readonly #timer: NodeJS.Timeout;
  #whenDone: (() => void) | undefined;

  constructor(keepAliveMs: number) {
    // One clock for all: what has been silent for a while is shown to be alive, also where nothing was to stream before.
    this.#timer = setInterval(() => this.#keepAlive(), keepAliveMs);
    this.#timer.unref();
  }

  get waiting(): number {
    return this.#waiting.size;
  }

  get streams(): number {
    return this.#streams.size;
  }

  wait(reply: Reply): void {
    this.#waiting.add(reply);
  }

  /** One that ends when somebody goes, and not with an answer. */
  stream(reply: Reply): void {
    this.#streams.add(reply);
  }

  forget(reply: Reply): void {
    this.#streams.delete(reply);
    this.#waiting.delete(reply);
    if (this.#waiting.size === 0) this.#whenDone?.();
  }

  /** Resolves when nobody waits for an answer any more, or after so long. */
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
    for (const reply of [...this.#waiting, ...this.#streams]) reply.keepAlive();
  }
}
