import { ConnectionError } from '../../runtime/connect/errors.ts';
import { timeoutFailure } from '../../runtime/connect/failure.ts';

/** Times out a call, but not while it waits for the user. */
export class CallTimeout {
  readonly #ms: number;
  readonly #giveUp: (reason: ConnectionError) => void;
  #timer: NodeJS.Timeout | undefined;
  #isPaused = false;
  #isOver = false;

  constructor(ms: number, giveUp: (reason: ConnectionError) => void) {
    this.#ms = ms;
    this.#giveUp = giveUp;
  }

  /** Resets the timeout when there is progress. */
  renew(): void {
    clearTimeout(this.#timer);
    if (this.#isPaused || this.#isOver) return;
    this.#timer = setTimeout(() => this.#giveUp(new ConnectionError(timeoutFailure(this.#ms))), this.#ms);
  }

  pause(isPaused: boolean): void {
    this.#isPaused = isPaused;
    this.renew();
  }

  end(): void {
    this.#isOver = true;
    clearTimeout(this.#timer);
  }
}
