import { timeoutOf } from '../../../model/server.ts';
import { ConnectionError } from '../errors.ts';
import { timeoutFailure } from '../failure.ts';
import { LONGEST_TIMER_MS } from '../pending-request.ts';

/** Time limit in milliseconds for connecting, retries included, and for each request. */
export function timeLimitOf(server: { readonly timeout?: unknown }): number {
  return Math.min(timeoutOf(server) * 1000, LONGEST_TIMER_MS);
}

/** One time limit for several steps. Its signal aborts with a `ConnectionError` when the time is up. */
export class TimeLimit {
  readonly #ms: number;
  readonly #controller = new AbortController();
  #timer: NodeJS.Timeout | undefined;
  #endsAt: number | undefined;

  constructor(ms: number) {
    this.#ms = ms;
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  get isOver(): boolean {
    return this.#controller.signal.aborted;
  }

  /** The full limit until the first step has begun. */
  get leftMs(): number {
    return this.#endsAt === undefined ? this.#ms : this.#endsAt - performance.now();
  }

  /** Starts the clock at the first step; later steps share the same time. */
  start(): void {
    if (this.#endsAt !== undefined) return;
    this.#endsAt = performance.now() + this.#ms;
    this.#timer = setTimeout(() => this.#controller.abort(new ConnectionError(timeoutFailure(this.#ms))), this.#ms);
  }

  end(): void {
    clearTimeout(this.#timer);
  }
}
