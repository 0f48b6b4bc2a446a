import { AnswerError, ConnectionError } from './errors.ts';
import { timeoutFailure } from './failure.ts';
import { isObject } from './fields.ts';
import type { Mask } from './mask.ts';
import type { Progress, RequestOptions } from './session/session.ts';

export interface PendingRequestOptions extends Omit<RequestOptions, 'timeoutMs'> {
  readonly timeoutMs: number;
  readonly mask: Mask;
  /** Called when the response is no longer needed. */
  readonly onCancel: () => void;
}

/** A pending request: settles with the response, a failure, the timeout or an abort, whichever comes first. */
export class PendingRequest {
  readonly answer: Promise<Record<string, unknown>>;
  readonly #options: PendingRequestOptions;
  #resolve: (result: Record<string, unknown>) => void = () => {};
  #reject: (error: unknown) => void = () => {};
  #timer: NodeJS.Timeout | undefined;
  #isPaused = false;
  #isOver = false;

  constructor(options: PendingRequestOptions) {
    this.#options = options;
    this.answer = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    this.#startTimer();
    options.signal?.addEventListener('abort', this.#onAbort, { once: true });
  }

  settle({ result, error }: { readonly result?: unknown; readonly error?: unknown }): void {
    if (isObject(result)) this.#finish(() => this.#resolve(result));
    else this.fail(isObject(error) ? this.answerError(error) : new ConnectionError(noResult));
  }

  answerError({ code, message, data }: Record<string, unknown>): AnswerError {
    const text = typeof message === 'string' ? message : 'The server gave no reason.';
    return new AnswerError(typeof code === 'number' ? code : -32603, this.#options.mask(text), data);
  }

  fail(error: unknown): void {
    this.#finish(() => this.#reject(error));
  }

  /** Only requested progress extends the timeout, so that a server cannot delay other requests forever. */
  progress(params: Record<string, unknown>): void {
    const { onProgress } = this.#options;
    if (!onProgress || this.#isOver) return;
    this.#startTimer();
    const { progressToken: _, ...progress } = params;
    if (typeof progress['progress'] === 'number') onProgress(progress as unknown as Progress);
  }

  /** The timeout applies to the server, so it is paused while a person is being asked. */
  pause(isPaused: boolean): void {
    this.#isPaused = isPaused;
    this.#startTimer();
  }

  readonly #onAbort = (): void => this.#cancel(this.#options.signal?.reason);

  #startTimer(): void {
    clearTimeout(this.#timer);
    if (this.#isPaused || this.#isOver) return;
    const { timeoutMs } = this.#options;
    const limit = Math.min(timeoutMs, LONGEST_TIMER_MS);
    this.#timer = setTimeout(() => this.#cancel(new ConnectionError(timeoutFailure(timeoutMs))), limit);
  }

  #cancel(reason: unknown): void {
    this.fail(reason);
    this.#options.onCancel();
  }

  #finish(settle: () => void): void {
    this.#isOver = true;
    clearTimeout(this.#timer);
    this.#options.signal?.removeEventListener('abort', this.#onAbort);
    settle();
  }
}

/** Longer timers would fire immediately. */
export const LONGEST_TIMER_MS = 2_000_000_000;

const noResult = { kind: 'protocol', message: 'The response has neither a result nor an error.' } as const;
