import { ConnectionError, UnreadableAnswer } from '../errors.ts';
import { failureOf, statusOf } from '../failure.ts';
import { isObject } from '../fields.ts';
import type { Mask } from '../mask.ts';
import { parseStrictly } from '../parse-messages.ts';

/**
 * The server has not processed the request, because the session is unknown or the server was unreachable. It may be
 * sent again.
 */
export class RetryableSendError extends ConnectionError {}

/** Classifies a send error: the server's JSON-RPC error if there is one, else a `ConnectionError`. */
export function sendError(
  error: unknown,
  id: unknown,
  hasSession: boolean,
  mask: Mask,
): ConnectionError | Record<string, unknown> {
  if (error instanceof UnreadableAnswer) return error;
  const status = statusOf(error);
  const text = bodyOf(error);
  const failure = failureOf(error, mask);
  // Also if the body is a JSON-RPC error: an expired session must be replaced.
  if (hasSession && status === 404) return new RetryableSendError(failure);
  const answer = answerIn(text);
  if (answer && answer['id'] === id && isObject(answer['error'])) return answer['error'];
  const isRetryable = (hasSession && isSessionUnknown(status, text)) || isUnreachable(error);
  return isRetryable ? new RetryableSendError(failure) : new ConnectionError(failure);
}

/** The protocol requires 404, but some servers answer 400. */
function isSessionUnknown(status: number | undefined, text: string): boolean {
  return status === 400 && /\bsession\b/i.test(text);
}

function isUnreachable(error: unknown): boolean {
  for (let inner = error; isObject(inner); inner = inner['cause']) {
    if (UNREACHABLE_CODES.has(String(inner['code']))) return true;
  }
  return false;
}

const UNREACHABLE_CODES = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH']);

function bodyOf(error: unknown): string {
  const data = isObject(error) ? error['data'] : undefined;
  const text = isObject(data) ? data['text'] : undefined;
  return typeof text === 'string' ? text : '';
}

function answerIn(text: string): Record<string, unknown> | undefined {
  const value = parseStrictly(text);
  return isObject(value) ? value : undefined;
}
