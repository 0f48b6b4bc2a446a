const WINDOW = 256;

/** The durations of the most recent calls, in milliseconds. */
export class RecentDurations {
  /** Grows to the window, because most users of a large team make few calls. */
  readonly #ms: number[] = [];
  #count = 0;

  add(ms: number): void {
    this.#ms[this.#count % WINDOW] = ms;
    this.#count += 1;
  }

  /** The durations that these shares of the calls did not exceed; undefined if there were no calls. */
  quantiles<const Shares extends readonly number[]>(shares: Shares): { [Key in keyof Shares]: number } | undefined {
    if (this.#count === 0) return undefined;
    const sorted = Float64Array.from(this.#ms).toSorted();
    const at = (share: number): number => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
    return shares.map(at) as { [Key in keyof Shares]: number };
  }
}
