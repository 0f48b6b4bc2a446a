import { AnswerError } from '../../runtime/connect/errors.ts';
import type { Connection } from '../../runtime/connection.ts';

const PATIENCE_MS = 10_000;

/** How long servers take to answer. Each is asked again only after it has answered. */
export class Pings {
  readonly #took = new Map<string, number>();
  readonly #asked = new Set<Connection>();
  readonly #onAnswer: () => void;

  constructor(onAnswer: () => void) {
    this.#onAnswer = onAnswer;
  }

  /** Of a server that is connected; what an earlier connection took says nothing. */
  of({ name, state }: Connection): number | undefined {
    return state.name === 'ready' ? this.#took.get(name) : undefined;
  }

  async ask(connection: Connection, signal: AbortSignal): Promise<void> {
    if (connection.state.name !== 'ready' || this.#asked.has(connection)) return;
    this.#asked.add(connection);
    try {
      const took = await timeOf(connection, signal);
      if (took === undefined) this.#took.delete(connection.name);
      else this.#took.set(connection.name, took);
      this.#onAnswer();
    } finally {
      this.#asked.delete(connection);
    }
  }
}

async function timeOf(connection: Connection, signal: AbortSignal): Promise<number | undefined> {
  let began = performance.now();
  try {
    const session = await connection.ready(signal);
    began = performance.now();
    // The modern era has no ping; this is the least that every server answers there.
    const method = session.info.era === 'modern' ? 'server/discover' : 'ping';
    await session.request(method, undefined, { signal, timeoutMs: PATIENCE_MS });
  } catch (error) {
    // A refusal is an answer as well.
    if (!(error instanceof AnswerError)) return undefined;
  }
  return performance.now() - began;
}
