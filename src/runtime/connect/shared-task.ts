import { unlessAborted } from './abortable.ts';

/** Work that several callers wait for. It is stopped when none of them waits any more. */
export class Round<T> {
  readonly #stop = new AbortController();
  readonly #result: Promise<T>;
  #waiting = 0;
  #isOver = false;
  #endPause: () => void = () => {};

  constructor(work: (round: Round<T>) => Promise<T>) {
    this.#result = work(this).finally(() => {
      this.#isOver = true;
    });
    // Whoever cares has joined.
    this.#result.catch(() => {});
  }

  get signal(): AbortSignal {
    return this.#stop.signal;
  }

  /** Rejects with the reason of the signal as soon as that is aborted; the others may still be waiting. */
  async join(signal?: AbortSignal): Promise<T> {
    this.#waiting += 1;
    try {
      return await unlessAborted(this.#result, signal);
    } finally {
      this.#waiting -= 1;
      if (this.#waiting === 0 && !this.#isOver) this.#stop.abort(signal?.reason);
    }
  }

  /** A pause of the work, over when `wait` is or somebody is in a hurry. */
  async pause(wait: (signal: AbortSignal) => Promise<void>): Promise<void> {
    const pause = new AbortController();
    this.#endPause = () => pause.abort();
    this.signal.addEventListener('abort', this.#endPause, { once: true });
    try {
      await wait(pause.signal);
    } catch (error) {
      if (!pause.signal.aborted) throw error;
    } finally {
      this.signal.removeEventListener('abort', this.#endPause);
      this.#endPause = () => {};
    }
    this.signal.throwIfAborted();
  }

  hurry(): void {
    this.#endPause();
  }

  /** Ends the work, and waits until it has. */
  async stop(reason: unknown): Promise<void> {
    this.#stop.abort(reason);
    await this.#result.catch(() => {});
  }
}
