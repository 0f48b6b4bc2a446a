const KEPT = 256;

/** Figures of the calls of one server. */
export class CallStats {
  calls = 0;
  errors = 0;
  readonly #ms = new Float64Array(KEPT);

  ended(ms: number, isError: boolean): void {
    this.#ms[this.calls % KEPT] = ms;
    this.calls += 1;
    if (isError) this.errors += 1;
  }

  /** Of the last calls; undefined when there were none. */
  quantile(share: number): number | undefined {
    const sorted = this.#ms.slice(0, Math.min(this.calls, KEPT)).toSorted();
    return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))];
  }
}
