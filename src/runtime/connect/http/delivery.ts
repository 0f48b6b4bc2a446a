import type { OutgoingHttpHeaders } from 'node:http';
import { incompleteAnswer } from '../errors.ts';
import type { Exchange, ExchangeEnd } from './exchange.ts';
import type { HttpRoute } from './http-route.ts';

/** An outgoing HTTP message and the callbacks for its response. */
export interface Outgoing {
  readonly method: Exchange['method'];
  /** The message, for POST. */
  readonly body?: string;
  readonly headers: OutgoingHttpHeaders;
  /** Whether a response is still expected. Always false for notifications and responses. */
  isWaiting(): boolean;
  onAccepted?(sessionId: string | undefined): void;
  /** Called with each message of the response. */
  onText(text: string): void;
  /** Called once, unless the delivery was stopped. Without an error, the response is complete. */
  onEnd(end: DeliveryEnd): void;
}

export interface DeliveryEnd extends Pick<ExchangeEnd, 'lastEventId' | 'retryMs' | 'isFinal'> {
  readonly error?: unknown;
  /** The server had begun to answer, so the message must not be sent again. */
  readonly isBegun: boolean;
}

/** A server may send 0, which would cause a busy loop. */
const LEAST_RETRY_MS = 100;
const RETRY_MS = 1000;
const MOST_FAILURES = 2;

/**
 * Delivers one message: adds the sign-in token, follows redirects and authentication challenges, and resumes a broken
 * response stream if the server sent an event id.
 */
export class Delivery {
  readonly #route: HttpRoute;
  readonly #outgoing: Outgoing;
  /** Failed attempts to resume the stream. */
  #failures = 0;
  #isOver = false;
  #abort: () => void = () => {};

  constructor(route: HttpRoute, outgoing: Outgoing) {
    this.#route = route;
    this.#outgoing = outgoing;
    this.#begin();
  }

  stop(): void {
    this.#isOver = true;
    this.#abort();
  }

  #begin(from?: string): void {
    if (this.#route.isRedirected) return this.#detour(from);
    const token = this.#route.token();
    if (token) void this.#beginWith(token, from);
    else this.#exchange(from);
  }

  async #beginWith(asked: Promise<string | undefined>, from: string | undefined): Promise<void> {
    try {
      const token = await asked;
      if (!this.#isOver) this.#exchange(from, token);
    } catch {
      // `exchangeByFetch` reports the error of the sign-in.
      if (!this.#isOver) this.#detour(from);
    }
  }

  #exchange(from?: string, token?: string): void {
    this.#abort = this.#route.begin(this.#exchangeOf(from, token));
  }

  #detour(from: string | undefined): void {
    this.#abort = this.#route.detour(this.#exchangeOf(from));
  }

  /** Builds the POST of the message, or the GET that resumes its stream after an event. */
  #exchangeOf(from: string | undefined, token?: string): Exchange {
    const { method, body, headers } = this.#outgoing;
    const isResumed = from !== undefined;
    return {
      method: isResumed ? 'GET' : method,
      ...(!isResumed && body !== undefined && { body }),
      accepts: this.#accepts(isResumed),
      headers: {
        ...this.#route.headers,
        ...headers,
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(isResumed && { 'last-event-id': from }),
      },
      onAccepted: (sessionId) => {
        if (!this.#isOver) this.#outgoing.onAccepted?.(sessionId);
      },
      onText: (text) => this.#take(text),
      onEnd: (end) => this.#ended(end, from),
    };
  }

  #accepts(isResumed: boolean): Exchange['accepts'] {
    if (isResumed || this.#outgoing.method === 'GET') return 'stream';
    return this.#outgoing.isWaiting() ? 'messages' : 'status';
  }

  #take(text: string): boolean {
    if (this.#isOver) return true;
    this.#failures = 0;
    this.#outgoing.onText(text);
    return this.#isOver || (this.#outgoing.method === 'POST' && !this.#outgoing.isWaiting());
  }

  #ended(end: ExchangeEnd, from: string | undefined): void {
    if (this.#isOver) return;
    if (end.needsFetch) return this.#detour(from);
    if (this.#outgoing.method !== 'POST') return this.#finish({ ...end, isBegun: false });
    if (!this.#outgoing.isWaiting()) return this.#finish({ error: end.error, isBegun: false });
    const { error, lastEventId = from, isFinal = false } = end;
    const isBegun = from !== undefined;
    if (lastEventId !== undefined && !isFinal && this.#failures <= MOST_FAILURES) this.#resumeStream(lastEventId, end);
    else if (error === undefined || (isBegun && !isFinal)) this.#finish({ error: incompleteAnswer(), isBegun: true });
    else this.#finish({ error, isBegun });
  }

  /** Resumes the stream after the delay that the server asked for. */
  #resumeStream(from: string, { error, retryMs = RETRY_MS }: ExchangeEnd): void {
    if (error !== undefined) this.#failures += 1;
    const timer = setTimeout(() => this.#begin(from), Math.max(retryMs, LEAST_RETRY_MS));
    this.#abort = () => clearTimeout(timer);
  }

  #finish(end: DeliveryEnd): void {
    this.#isOver = true;
    this.#outgoing.onEnd(end);
  }
}
