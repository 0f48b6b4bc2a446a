import type { OutgoingHttpHeaders } from 'node:http';
import type { EventStream } from './event-stream.ts';

/** How an exchange ended. `lastEventId` is where a stream can be resumed. */
export interface ExchangeEnd {
  /** Absent if the response is complete. */
  readonly error?: unknown;
  /** A redirect or an authentication challenge, which `exchangeByFetch` handles. */
  readonly needsFetch?: boolean;
  /** The error is permanent: resuming would fail in the same way. */
  readonly isFinal?: boolean;
  readonly lastEventId?: string;
  readonly retryMs?: number;
}

/** One HTTP request and the callbacks for its response. */
export interface Exchange {
  /** POST sends a message, GET opens or resumes a stream, DELETE ends a session. */
  readonly method: 'POST' | 'GET' | 'DELETE';
  readonly body?: string;
  /** Accepted response: status only, JSON or a stream, or a stream only. */
  readonly accepts: 'status' | 'messages' | 'stream';
  readonly headers: OutgoingHttpHeaders;
  /** The server accepted the request and sent this session id. */
  onAccepted?(sessionId: string | undefined): void;
  /** Called with each message; returns true if no more are expected. */
  onText(text: string): boolean;
  onEnd(end: ExchangeEnd): void;
}

/** Where a stream can be resumed. */
export function placeIn({ lastId, retryMs }: EventStream): Pick<ExchangeEnd, 'lastEventId' | 'retryMs'> {
  return { ...(lastId !== undefined && { lastEventId: lastId }), ...(retryMs !== undefined && { retryMs }) };
}

export function isEventStream(type: string | null | undefined): boolean {
  return /^\s*text\/event-stream\s*(?:;|$)/i.test(type ?? '');
}

export function isJson(type: string | null | undefined): boolean {
  return /^\s*application\/json\s*(?:;|$)/i.test(type ?? '');
}

/** Classifies the body of a successful response: a stream, one text, nothing, or an unexpected type. */
export function kindOf(
  accepts: Exchange['accepts'],
  status: number,
  type: string | null | undefined,
): 'stream' | 'text' | 'nothing' | 'other' {
  if (accepts === 'status') return 'nothing';
  if (status === 200 && isEventStream(type)) return 'stream';
  if (accepts === 'stream') return 'other';
  if (status !== 200) return 'nothing';
  return isJson(type) ? 'text' : 'other';
}
