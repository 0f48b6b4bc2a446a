import { unlessAborted } from './abortable.ts';

/** Work shared by several callers. It is aborted when no caller is waiting for it. */
export class SharedTask<T> {
  readonly #stop = new AbortController();
  readonly #result: Promise<T>;
  #waiting = 0;
  #isOver = false;
  #endPause: () => void = () => {};

  constructor(work: (task: SharedTask<T>) => Promise<T>) {
    this.#result = work(this).finally(() => {
      this.#isOver = true;
    });
    // Callers observe rejections through `join`.
    this.#result.catch(() => {});
  }

  get signal(): AbortSignal {
    return this.#stop.signal;
  }

  /** Rejects with the signal's reason as soon as it aborts; other callers keep waiting. */
  async join(signal?: AbortSignal): Promise<T> {
    this.#waiting += 1;
    try {
      return await unlessAborted(this.#result, signal);
    } finally {
      this.#waiting -= 1;
      if (this.#waiting === 0 && !this.#isOver) this.#stop.abort(signal?.reason);
    }
  }

  /** Pauses the work until `wait` resolves or `hurry` is called. */
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

  /** Aborts the work and waits until it has stopped. */
  async stop(reason: unknown): Promise<void> {
    this.#stop.abort(reason);
    await this.#result.catch(() => {});
  }
}
