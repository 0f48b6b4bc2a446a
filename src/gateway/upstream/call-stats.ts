const WINDOW = 256;

/** Call statistics of one server. */
export class CallStats {
  calls = 0;
  errors = 0;
  readonly #ms = new Float64Array(WINDOW);

  ended(ms: number, isError: boolean): void {
    this.#ms[this.calls % WINDOW] = ms;
    this.calls += 1;
    if (isError) this.errors += 1;
  }

  /** The duration quantile of recent calls; undefined if there were none. */
  quantile(share: number): number | undefined {
    const sorted = this.#ms.slice(0, Math.min(this.calls, WINDOW)).toSorted();
    return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))];
  }
}
