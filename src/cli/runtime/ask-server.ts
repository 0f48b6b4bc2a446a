import type { Operation } from '../../live/recent-failures.ts';
import { ConnectionError } from '../../runtime/connect/errors.ts';
import type { Connection } from '../../runtime/connection.ts';
import type { ServerTools } from '../../runtime/tools/server-tools.ts';
import type { ConnectionState } from '../../runtime/types.ts';
import { tellProblems } from './value-problems.ts';
import type { Use } from './with-runtime.ts';

/** What a server answered to something, or why it did not. */
export type Answer<T> = { readonly value: T } | { readonly error: unknown };

interface Asking {
  /** What it is asked for, to remember when that takes long and fails. */
  readonly asked?: Operation;
  /** What is done once the connection is there. */
  readonly doing: string;
  /** A server that does not answer at once has failed; otherwise it is tried as often as its definition says. */
  readonly once?: boolean;
  /** Whoever asks tells of values that could not be had. */
  readonly tellsProblems?: boolean;
}

/** Connects to a server and asks it something; meanwhile a line says how far it is. */
export async function askServer<T>(
  name: string,
  use: Use,
  { asked, doing, once = false, tellsProblems = false }: Asking,
  ask: (connection: Connection, tools: ServerTools) => Promise<T>,
): Promise<Answer<T>> {
  const { runtime, signal, lines } = use;
  const connection = runtime.manager.connections.get(name);
  const tools = runtime.tools.servers.get(name);
  if (!connection || !tools)
    return { error: new ConnectionError({ kind: 'other', message: 'It has just been removed.' }) };
  let failed: ConnectionError | undefined;
  let isAnswered = false;
  const began = performance.now();
  const stop = connection.onChange((state) => {
    if (state.name === 'backoff' && once) {
      failed ??= new ConnectionError(state.failure);
      void connection.close();
    } else lines.say(name, wordsFor(state, doing));
  });
  lines.say(name, wordsFor(connection.state, doing));
  try {
    const value = await ask(connection, tools);
    isAnswered = true;
    if (asked) runtime.failures.forget(connection.toRun, asked);
    return failed ? { error: failed } : { value };
  } catch (error) {
    // A connection that failed is noted by itself.
    if (asked && error instanceof ConnectionError && connection.state.name === 'ready')
      runtime.failures.record(connection.toRun, asked, error.failure, performance.now() - began);
    return { error: failed ?? error };
  } finally {
    stop();
    if (!tellsProblems) tellProblems(name, isAnswered, use);
    // Everything is ending, so what comes now is no answer.
    signal.throwIfAborted();
  }
}

function wordsFor(state: ConnectionState, doing: string): string {
  if (state.name === 'ready') return doing;
  if (state.name === 'backoff') return `is tried again: ${state.failure.message}`;
  const isAgain = state.name === 'connecting' && state.attempt > 1;
  return isAgain ? `connecting, attempt ${state.attempt}` : 'connecting';
}

/** Asks a server for its tools; rejects with the reason why it did not answer. */
export async function refreshTools(tools: ServerTools): Promise<void> {
  await tools.refresh();
  const { error } = tools;
  if (error !== undefined) throw error instanceof Error ? error : new Error('It did not answer.', { cause: error });
}
