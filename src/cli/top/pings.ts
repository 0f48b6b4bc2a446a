import { AnswerError } from '../../runtime/connect/errors.ts';
import type { Connection } from '../../runtime/connection.ts';

const TIMEOUT_MS = 10_000;

/** Measures the round-trip times of servers, with at most one ping in flight per connection. */
export class Pings {
  readonly #roundTrips = new Map<string, number>();
  readonly #pending = new Set<Connection>();
  readonly #onAnswer: () => void;

  constructor(onAnswer: () => void) {
    this.#onAnswer = onAnswer;
  }

  /** The round-trip time of a connected server; times of earlier connections do not count. */
  of({ name, state }: Connection): number | undefined {
    return state.name === 'ready' ? this.#roundTrips.get(name) : undefined;
  }

  async measure(connection: Connection, signal: AbortSignal): Promise<void> {
    if (connection.state.name !== 'ready' || this.#pending.has(connection)) return;
    this.#pending.add(connection);
    try {
      const roundTrip = await roundTripOf(connection, signal);
      if (roundTrip === undefined) this.#roundTrips.delete(connection.name);
      else this.#roundTrips.set(connection.name, roundTrip);
      this.#onAnswer();
    } finally {
      this.#pending.delete(connection);
    }
  }
}

async function roundTripOf(connection: Connection, signal: AbortSignal): Promise<number | undefined> {
  let startedAt = performance.now();
  try {
    const session = await connection.ready(signal);
    startedAt = performance.now();
    // The modern protocol has no ping; `server/discover` is the cheapest request that every server supports.
    const method = session.info.era === 'modern' ? 'server/discover' : 'ping';
    await session.request(method, undefined, { signal, timeoutMs: TIMEOUT_MS });
  } catch (error) {
    // An error response is a response too.
    if (!(error instanceof AnswerError)) return undefined;
  }
  return performance.now() - startedAt;
}
