import type { Failure } from '../types.ts';

/**
 * No connection, or it was lost before a response arrived. The original error is not attached as `cause`: it may
 * contain secrets, and loggers print causes.
 */
export class ConnectionError extends Error {
  readonly failure: Failure;

  constructor(failure: Failure) {
    super(failure.message);
    this.name = 'ConnectionError';
    this.failure = failure;
  }
}

/** The server answered a request with a JSON-RPC error; `code` and `data` are the server's. */
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

/** The server closed the response before it was complete. */
export function incompleteAnswer(): ConnectionError {
  return new ConnectionError({ kind: 'unreachable', message: 'The server closed the connection before it answered.' });
}

/** The response is not JSON, is nested too deep, or is not a JSON-RPC message. */
export class UnreadableAnswer extends ConnectionError {
  constructor() {
    super({ kind: 'protocol', message: 'The server sent an invalid response.' });
  }
}

/** Why requests fail that are in flight when the connection is closed on purpose, such as by stopping the server. */
export const closedByUs: Failure = {
  kind: 'other',
  message: 'Plugboard closed the connection before the server answered.',
};
