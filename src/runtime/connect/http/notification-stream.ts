import type { OutgoingHttpHeaders } from 'node:http';
import { Delivery, type DeliveryEnd } from './delivery.ts';
import type { HttpRoute } from './http-route.ts';

export interface NotificationStreamOptions {
  readonly route: HttpRoute;
  readonly headers: () => OutgoingHttpHeaders;
  readonly onText: (text: string) => void;
  /** The stream is not reopened. */
  readonly onGivenUp: (reason: unknown) => void;
}

/** A server may send 0, which would cause a busy loop. */
const LEAST_RECONNECTION_MS = 1000;
/** Delay after a stream exceeded a limit, since it will probably do so again. */
const RECONNECTION_AFTER_LIMIT_MS = 30_000;
const MOST_FAILURES = 2;

/** The GET stream on which legacy servers send messages that belong to no request. Optional for servers. */
export class NotificationStream {
  readonly #options: NotificationStreamOptions;
  #delivery: Delivery | undefined;
  #timer: NodeJS.Timeout | undefined;
  #from: string | undefined;
  #failures = 0;
  #hasBeenOpen = false;

  constructor(options: NotificationStreamOptions) {
    this.#options = options;
    this.#open();
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#delivery?.stop();
  }

  #open(): void {
    const { route, headers, onText } = this.#options;
    let isOpen = false;
    this.#delivery = new Delivery(route, {
      method: 'GET',
      headers: {
        ...headers(),
        accept: 'text/event-stream',
        ...(this.#from !== undefined && { 'last-event-id': this.#from }),
      },
      isWaiting: () => false,
      onAccepted: () => {
        isOpen = true;
      },
      onText,
      onEnd: (end) => this.#ended(end, isOpen),
    });
  }

  #ended(end: DeliveryEnd, wasOpen: boolean): void {
    this.#from = end.lastEventId ?? this.#from;
    this.#failures = wasOpen ? 0 : this.#failures + 1;
    this.#hasBeenOpen ||= wasOpen;
    if (!this.#hasBeenOpen || this.#failures > MOST_FAILURES) return this.#options.onGivenUp(end.error);
    const usualMs = Math.max(end.retryMs ?? LEAST_RECONNECTION_MS, LEAST_RECONNECTION_MS);
    this.#timer = setTimeout(() => this.#open(), end.isFinal ? RECONNECTION_AFTER_LIMIT_MS : usualMs);
  }
}
