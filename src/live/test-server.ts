import { ConnectionError } from '../runtime/connect/errors.ts';
import type { Failure } from '../runtime/types.ts';
import type { Runtime } from './runtime.ts';
import { withoutRetry } from './without-retry.ts';

/** Result of testing one server. */
export interface TestOutcome {
  readonly ms: number;
  /** Absent on success. */
  readonly failure?: Failure;
}

/** Connects to a server once and lists its tools. The connection stays open. */
export async function testServer(name: string, { manager, tools }: Runtime): Promise<TestOutcome> {
  const connection = manager.connections.get(name);
  const server = tools.servers.get(name);
  if (!connection || !server) return { ms: 0, failure: { kind: 'other', message: 'The server was removed.' } };
  const began = performance.now();
  const failure = await withoutRetry(connection, async (signal) => {
    await connection.connect(signal);
    await server.refresh();
    return server.error === undefined ? undefined : failureOf(server.error);
  }).catch(failureOf);
  return { ms: Math.round(performance.now() - began), ...(failure && { failure }) };
}

/** The failure in an error. */
export function failureOf(error: unknown): Failure {
  if (error instanceof ConnectionError) return error.failure;
  return { kind: 'other', message: error instanceof Error ? error.message : String(error) };
}
