import { ConnectionError } from '../runtime/connect/errors.ts';
import type { Connection } from '../runtime/connection.ts';
import type { Failure } from '../runtime/types.ts';
import type { Runtime } from './runtime.ts';

/** How it went with one server. */
export interface TestOutcome {
  readonly ms: number;
  /** Absent when it answered. */
  readonly failure?: Failure;
}

/** Starts or contacts a server, once, and asks for its tools. It is left connected. */
export async function testServer(name: string, { manager, tools }: Runtime): Promise<TestOutcome> {
  const connection = manager.connections.get(name);
  const server = tools.servers.get(name);
  if (!connection || !server) return { ms: 0, failure: { kind: 'other', message: 'It has just been removed.' } };
  const began = performance.now();
  const failure = await connectOnce(connection).then(
    async () => {
      await server.refresh();
      return server.error === undefined ? undefined : failureOf(server.error);
    },
    (error: unknown) => failureOf(error),
  );
  return { ms: Math.round(performance.now() - began), ...(failure && { failure }) };
}

/** Somebody who waits for the outcome does not want it tried again and again. */
async function connectOnce(connection: Connection): Promise<void> {
  const giveUp = new AbortController();
  const stop = connection.onChange((state) => {
    if (state.name === 'backoff') giveUp.abort(new ConnectionError(state.failure));
  });
  try {
    await connection.connect(giveUp.signal);
  } finally {
    stop();
  }
}

/** What happened to a connection, whoever noticed it. */
export function failureOf(error: unknown): Failure {
  if (error instanceof ConnectionError) return error.failure;
  return { kind: 'other', message: error instanceof Error ? error.message : String(error) };
}
