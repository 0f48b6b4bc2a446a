/** Reading an empty line costs as much as reading many bytes. */
const LINE_COST = 256;
/** Budget between two messages, in bytes: 4,096 empty lines, or one long comment. */
const MOST_COST = 1024 * 1024;
/** Refill rate: a stream kept alive for days by a comment every second stays within budget. */
const REGAINED_PER_MS = 64;

/** Token bucket for stream content that is not a message, such as keep-alive lines. */
export class IdleAllowance {
  readonly #now: () => number;
  #spent = 0;
  #since: number;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
    this.#since = now();
  }

  /** Charges lines with a total of `length` characters; false if the budget is exceeded. */
  spend(length: number, lines = 1): boolean {
    this.#spent += length + lines * LINE_COST;
    if (this.#spent <= MOST_COST) return true;
    const now = this.#now();
    this.#spent = Math.max(0, this.#spent - (now - this.#since) * REGAINED_PER_MS);
    this.#since = now;
    return this.#spent <= MOST_COST;
  }

  /** Called when a message arrives. */
  reset(): void {
    this.#spent = 0;
  }
}
