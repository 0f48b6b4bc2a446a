const FAILURES = 5;
const WITHIN_MS = 10 * 60_000;
const COOL_DOWN_MS = 60_000;

/** Circuit breaker: after repeated failures, callers fail fast until a cool-down has passed. */
export class CircuitBreaker {
  #failures: number[] = [];

  failed(at: number): void {
    this.#failures = [...this.#failures.slice(1 - FAILURES), at];
  }

  reset(): void {
    this.#failures = [];
  }

  isOpen(now: number): boolean {
    const [first = now] = this.#failures;
    const last = this.#failures.at(-1) ?? 0;
    return this.#failures.length === FAILURES && last - first < WITHIN_MS && now - last < COOL_DOWN_MS;
  }
}
