import type { Failure } from '../types.ts';

/**
 * There is no connection, or it was lost before an answer came. What caused it stays behind: it may hold secrets, and
 * whoever prints an error prints its cause too.
 */
export class ConnectionError extends Error {
  readonly failure: Failure;

  constructor(failure: Failure) {
    super(failure.message);
    this.name = 'ConnectionError';
    this.failure = failure;
  }
}

/** The server answered a request with an error; `code` and `data` are the server's own. */
export class AnswerError extends Error {
  readonly code: number;
  readonly data: unknown;

  constructor(code: number, message: string, data?: unknown) {
    super(message);
    this.name = 'AnswerError';
    this.code = code;
    this.data = data;
  }
}

/** The server ended its answer before it was complete. */
export function brokenOff(): ConnectionError {
  return new ConnectionError({ kind: 'unreachable', message: 'The server broke off before it answered.' });
}

/** The answer is not JSON, is nested too deep, or is not a message. */
export class UnreadableAnswer extends ConnectionError {
  constructor() {
    super({ kind: 'protocol', message: 'The server sent an answer that cannot be read.' });
  }
}
