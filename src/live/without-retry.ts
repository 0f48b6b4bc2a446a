import { ConnectionError } from '../runtime/connect/errors.ts';
import type { Connection } from '../runtime/connection.ts';

/**
 * Runs `work` on a connection and rejects at the first failure to connect, because a user waits for the result. The
 * signal is aborted then; the connection itself retries until it is closed.
 */
export async function withoutRetry<T>(connection: Connection, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const giveUp = new AbortController();
  const failed = new Promise<never>((_, reject) => {
    giveUp.signal.addEventListener('abort', () => reject(giveUp.signal.reason as ConnectionError), { once: true });
  });
  const stop = connection.onChange((state) => {
    if (state.name === 'backoff') giveUp.abort(new ConnectionError(state.failure));
  });
  try {
    return await Promise.race([failed, work(giveUp.signal)]);
  } finally {
    stop();
  }
}
