/**
 * Runs one job per name at a time. Requests during a run are coalesced to one more run, which starts after a pause,
 * because a server can request a new run with each run.
 */
export class CoalescingRunner {
  readonly #pauseMs: number;
  readonly #running = new Map<string, { isWanted: boolean }>();

  constructor(pauseMs: number) {
    this.#pauseMs = pauseMs;
  }

  /** `work` must not reject. */
  run(name: string, work: () => Promise<void>): void {
    const running = this.#running.get(name);
    if (running) running.isWanted = true;
    else void this.#run(name, work);
  }

  async #run(name: string, work: () => Promise<void>): Promise<void> {
    const state = { isWanted: false };
    this.#running.set(name, state);
    await work();
    await new Promise<void>((done) => {
      setTimeout(done, this.#pauseMs).unref();
    });
    this.#running.delete(name);
    if (state.isWanted) this.run(name, work);
  }
}
