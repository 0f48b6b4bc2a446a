import type { ConnectionError } from '../errors.ts';
import { clipBody } from './clip-body.ts';
import { isEventStream, isJson } from './exchange.ts';
import { limitBody } from './limit-body.ts';
import { plainReason } from './with-body.ts';

export type Fetch = (url: string | URL, init?: RequestInit) => Promise<Response>;

export interface FetchLimits {
  /** How long to wait for the first line of an answer; not for posts, whose answer may take as long as the work does. */
  readonly headersMs: number;
  /** The longest message that is taken from the server, in bytes. */
  readonly maxMessageBytes: number;
  /** The answer to a request, or a stream, holds more than is taken. */
  readonly onLimit?: (error: ConnectionError, request: RequestInit) => void;
}

/** `fetch` that neither waits for ever nor takes in whatever comes. Redirects are the business of its caller. */
export function guardedFetch(limits: FetchLimits): Fetch {
  return async (url, init = {}) => {
    const { method = 'GET' } = init;
    const ms = method === 'DELETE' ? Math.min(DELETE_MS, limits.headersMs) : limits.headersMs;
    const response = method === 'POST' ? await fetch(url, init) : await fetchInTime(url, init, ms);
    if (!holdsMessages(response)) return clipBody(response);
    return limitBody(response, limits.maxMessageBytes, (error) => limits.onLimit?.(error, init));
  };
}

/** Whether the body is worth waiting for; of others only the status counts. */
function holdsMessages({ ok, status, headers }: Response): boolean {
  const type = headers.get('content-type');
  return ok && status !== 202 && (isEventStream(type) || isJson(type));
}

/** For the older transport, which hides the status of a refused post in a text. */
export function throwingFetch(fetch: Fetch): Fetch {
  return async (url, init) => {
    const response = await fetch(url, init);
    if (response.ok || init?.method !== 'POST') return response;
    throw new RefusedError(response, await response.text().catch(() => ''));
  };
}

/** The server has answered, but with a status that says no. */
export class RefusedError extends Error {
  readonly status: number;
  readonly data: { readonly statusText: string; readonly text: string };

  constructor({ status, statusText }: Pick<Response, 'status' | 'statusText'>, text: string) {
    super(`Refused with ${status}`);
    this.name = 'RefusedError';
    this.status = status;
    this.data = { statusText: plainReason(statusText), text };
  }
}

/** Nobody waits longer for a good-bye. */
const DELETE_MS = 2000;

async function fetchInTime(url: string | URL, init: RequestInit, ms: number): Promise<Response> {
  const stop = new AbortController();
  const outer = init.signal ?? undefined;
  const passOn = (): void => stop.abort(outer?.reason);
  if (outer?.aborted) passOn();
  // Stays for as long as the body is read.
  outer?.addEventListener('abort', passOn, { once: true });
  const timer = setTimeout(() => stop.abort(new DOMException(`No answer within ${ms / 1000} s.`, 'TimeoutError')), ms);
  try {
    return await fetch(url, { ...init, signal: stop.signal });
  } catch (error) {
    outer?.removeEventListener('abort', passOn);
    throw error;
  } finally {
    clearTimeout(timer);
  }
}
