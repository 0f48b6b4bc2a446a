/** An empty line is one byte, and takes as long to read as many. */
const LINE_COST = 256;
/** What a stream may hold between two messages, in bytes: 4,096 empty lines, or one long comment. */
const MOST_COST = 1024 * 1024;
/** A stream that is kept alive for days by a comment every second stays below this. */
const REGAINED_PER_MS = 64;

/** How much of a stream may be read that brings no message, such as lines that only keep the connection open. */
export class IdleAllowance {
  readonly #now: () => number;
  #spent = 0;
  #since: number;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
    this.#since = now();
  }

  /** Notes lines of so many characters; false when it was too much. */
  spend(length: number, lines = 1): boolean {
    this.#spent += length + lines * LINE_COST;
    if (this.#spent <= MOST_COST) return true;
    const now = this.#now();
    this.#spent = Math.max(0, this.#spent - (now - this.#since) * REGAINED_PER_MS);
    this.#since = now;
    return this.#spent <= MOST_COST;
  }

  /** A message has come. */
  reset(): void {
    this.#spent = 0;
  }
}
