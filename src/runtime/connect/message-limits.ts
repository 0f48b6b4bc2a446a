import { ConnectionError } from './errors.ts';
import { timeoutFailure } from './failure.ts';

const protocolError = (message: string): ConnectionError => new ConnectionError({ kind: 'protocol', message });

export function tooLong(limit: number): ConnectionError {
  const megabytes = Math.round(limit / 1024 / 1024);
  return protocolError(`The server sent a message of more than ${megabytes} MB.`);
}

/** A stream exceeds the limit without containing a message. */
export function withoutMessages(): ConnectionError {
  return protocolError('The server sent too many empty lines and comments, and no message.');
}

/** The server sends interim responses only. */
export function tooManyHeaders(): ConnectionError {
  return protocolError('The server sent too many interim responses (status 1xx), and no answer.');
}

export function noHeaders(ms: number): ConnectionError {
  return new ConnectionError(timeoutFailure(ms));
}
