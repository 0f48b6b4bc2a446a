import type { OutgoingHttpHeaders } from 'node:http';
import type { EventStream } from './event-stream.ts';

/** How an exchange has ended. `lastEventId` is where a stream can be gone on with. */
export interface ExchangeEnd {
  /** Absent when everything has come that the server wanted to send. */
  readonly error?: unknown;
  /** A redirect or an authentication challenge, which `exchangeByFetch` handles. */
  readonly isElsewhere?: boolean;
  /** The error is for good: to come back for the rest would end in the same way. */
  readonly isFinal?: boolean;
  readonly lastEventId?: string;
  readonly retryMs?: number;
}

/** One HTTP request, and who takes the answer. */
export interface Exchange {
  /** POST sends a message, GET opens or resumes a stream, DELETE ends a session. */
  readonly method: 'POST' | 'GET' | 'DELETE';
  readonly body?: string;
  /** What is accepted: nothing but a status, messages as JSON or in a stream, or a stream only. */
  readonly accepts: 'status' | 'messages' | 'stream';
  readonly headers: OutgoingHttpHeaders;
  /** The server has accepted the request, and this is the session id it sent. */
  onAccepted?(sessionId: string | undefined): void;
  /** One message of the answer; true when nothing more is to come. */
  onText(text: string): boolean;
  onEnd(end: ExchangeEnd): void;
}

/** Where a stream can be gone on with. */
export function placeIn({ lastId, retryMs }: EventStream): Pick<ExchangeEnd, 'lastEventId' | 'retryMs'> {
  return { ...(lastId !== undefined && { lastEventId: lastId }), ...(retryMs !== undefined && { retryMs }) };
}

export function isEventStream(type: string | null | undefined): boolean {
  return /^\s*text\/event-stream\s*(?:;|$)/i.test(type ?? '');
}

export function isJson(type: string | null | undefined): boolean {
  return /^\s*application\/json\s*(?:;|$)/i.test(type ?? '');
}

/** What an answer with a status of success holds: a stream, one text, nothing, or something other than was accepted. */
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
