import type { ConnectionError } from '../errors.ts';
import { clipBody } from './clip-body.ts';
import { isEventStream, isJson } from './exchange.ts';
import { limitBody } from './limit-body.ts';
import { plainReason } from './with-body.ts';

export type Fetch = (url: string | URL, init?: RequestInit) => Promise<Response>;

export interface FetchLimits {
  /** Time limit for the response headers. Does not apply to POST, whose response may take as long as the work does. */
  readonly headersMs: number;
  /** Maximum size of a message from the server, in bytes. */
  readonly maxMessageBytes: number;
  /** A response or stream exceeds the size limit. */
  readonly onLimit?: (error: ConnectionError, request: RequestInit) => void;
}

/** `fetch` with limits on time and size. Redirects are left to the caller. */
export function guardedFetch(limits: FetchLimits): Fetch {
  return async (url, init = {}) => {
    const { method = 'GET' } = init;
    const ms = method === 'DELETE' ? Math.min(DELETE_MS, limits.headersMs) : limits.headersMs;
    const response = method === 'POST' ? await fetch(url, init) : await fetchInTime(url, init, ms);
    if (!holdsMessages(response)) return clipBody(response);
    return limitBody(response, limits.maxMessageBytes, (error) => limits.onLimit?.(error, init));
  };
}

/** Whether the body contains messages; of other responses only the status matters. */
function holdsMessages({ ok, status, headers }: Response): boolean {
  const type = headers.get('content-type');
  return ok && status !== 202 && (isEventStream(type) || isJson(type));
}

/** For the SSE transport, which hides the status of a failed POST in a text. */
export function throwingFetch(fetch: Fetch): Fetch {
  return async (url, init) => {
    const response = await fetch(url, init);
    if (response.ok || init?.method !== 'POST') return response;
    throw new RefusedError(response, await response.text().catch(() => ''));
  };
}

/** The server answered with an error status. */
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

/** Time limit for ending a session. */
const DELETE_MS = 2000;

async function fetchInTime(url: string | URL, init: RequestInit, ms: number): Promise<Response> {
  const stop = new AbortController();
  const outer = init.signal ?? undefined;
  const passOn = (): void => stop.abort(outer?.reason);
  if (outer?.aborted) passOn();
  // Stays registered while the body is read.
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
