/** Semaphore with first-in, first-out order. */
export class Semaphore {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  constructor(count: number) {
    this.#free = count;
  }

  /** Whether a caller is waiting. */
  get isQueued(): boolean {
    return this.#waiting.length > 0;
  }

  /** Resolves with a function that releases the slot. Rejects with the signal's reason. */
  async take(signal: AbortSignal): Promise<() => void> {
    signal.throwIfAborted();
    if (this.#free > 0) this.#free -= 1;
    else await this.#wait(signal);
    let isTaken = true;
    return () => {
      if (!isTaken) return;
      isTaken = false;
      const next = this.#waiting.shift();
      if (next) next();
      else this.#free += 1;
    };
  }

  async #wait(signal: AbortSignal): Promise<void> {
    await new Promise<void>((done, fail) => {
      const onAbort = (): void => {
        this.#waiting.splice(this.#waiting.indexOf(next), 1);
        fail(signal.reason);
      };
      const next = (): void => {
        signal.removeEventListener('abort', onAbort);
        done();
      };
      this.#waiting.push(next);
      signal.addEventListener('abort', onAbort, { once: true });
    });
  }
}
