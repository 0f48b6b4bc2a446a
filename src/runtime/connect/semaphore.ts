/** At most so many at a time; whoever asks first gets the next free one. */
export class Slots {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  constructor(count: number) {
    this.#free = count;
  }

  /** Whether somebody waits for one. */
  get isQueued(): boolean {
    return this.#waiting.length > 0;
  }

  /** Gives the function that frees the slot again. Rejects with the reason of the signal. */
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
