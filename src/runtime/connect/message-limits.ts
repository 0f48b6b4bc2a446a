import { ConnectionError } from './errors.ts';

/** What is said about a message of more than `limit` bytes. */
export function tooLong(limit: number): ConnectionError {
  const megabytes = Math.round(limit / 1024 / 1024);
  return new ConnectionError({
    kind: 'protocol',
    message: `The server sent a message of more than ${megabytes} MB.`,
  });
}

/** What is said about a stream that holds much, and no message. */
export function withoutMessages(): ConnectionError {
  return new ConnectionError({
    kind: 'protocol',
    message: 'The server sent too many empty lines and comments, and no message.',
  });
}
