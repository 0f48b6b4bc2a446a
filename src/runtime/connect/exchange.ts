import type { OutgoingHttpHeaders } from 'node:http';
import type { EventStream } from './event-stream.ts';

/** How an exchange has ended. `lastEventId` is where a stream can be gone on with. */
export interface ExchangeEnd {
  /** Absent when everything has come that the server wanted to send. */
  readonly error?: unknown;
  /** A redirect or an authentication challenge, which the caller handles. */
  readonly isElsewhere?: boolean;
  /** The error is for good: to come back for the rest would end in the same way. */
  readonly isFinal?: boolean;
  readonly lastEventId?: string;
  readonly retryMs?: number;
}

/** What is sent, and who takes the answer. */
export interface Exchange {
  /** A message; without one the rest of a broken stream is fetched. */
  readonly body?: string;
  readonly headers: OutgoingHttpHeaders;
  /** One message of the answer; true when nothing more is to come. */
  onText(text: string): boolean;
  onEnd(end: ExchangeEnd): void;
}

/** Where a stream can be gone on with. */
export function placeIn({ lastId, retryMs }: EventStream): Pick<ExchangeEnd, 'lastEventId' | 'retryMs'> {
  return { ...(lastId !== undefined && { lastEventId: lastId }), ...(retryMs !== undefined && { retryMs }) };
}
