import type { Operation } from '../../live/recent-failures.ts';
import { withoutRetry } from '../../live/without-retry.ts';
import { ConnectionError } from '../../runtime/connect/errors.ts';
import type { Connection } from '../../runtime/connection.ts';
import type { ServerTools } from '../../runtime/tools/server-tools.ts';
import type { ConnectionState } from '../../runtime/types.ts';
import { reportProblems } from './value-problems.ts';
import type { Use } from './with-runtime.ts';

/** The answer of a server, or why there was none. */
export type Answer<T> = { readonly value: T } | { readonly error: unknown };

interface AskOptions {
  /** The operation, recorded if it fails after a long wait. */
  readonly asked?: Operation;
  /** Progress text once connected. */
  readonly doing: string;
  /** Try only once; otherwise as often as the definition says. */
  readonly once?: boolean;
  /** The caller reports unresolved values itself. */
  readonly tellsProblems?: boolean;
}

/** Connects to a server and asks it something while showing progress. */
export async function askServer<T>(
  name: string,
  use: Use,
  { asked, doing, once = false, tellsProblems = false }: AskOptions,
  ask: (connection: Connection, tools: ServerTools) => Promise<T>,
): Promise<Answer<T>> {
  const { runtime, signal, lines } = use;
  const connection = runtime.manager.connections.get(name);
  const tools = runtime.tools.servers.get(name);
  if (!connection || !tools) return { error: new ConnectionError({ kind: 'other', message: 'It was just removed.' }) };
  let isAnswered = false;
  const began = performance.now();
  const stop = connection.onChange((state) => {
    if (state.name !== 'backoff' || !once) lines.say(name, progressText(state, doing));
  });
  lines.say(name, progressText(connection.state, doing));
  try {
    const value = await (once ? withoutRetry(connection, () => ask(connection, tools)) : ask(connection, tools));
    isAnswered = true;
    if (asked) runtime.failures.forget(connection.toRun, asked);
    return { value };
  } catch (error) {
    if (once && connection.state.name === 'backoff') void connection.close();
    // Failed connections are recorded elsewhere.
    if (asked && error instanceof ConnectionError && connection.state.name === 'ready')
      runtime.failures.record(connection.toRun, asked, error.failure, performance.now() - began);
    return { error };
  } finally {
    stop();
    if (!tellsProblems) reportProblems(name, isAnswered, use);
    // The command is being aborted, so this is not an answer.
    signal.throwIfAborted();
  }
}

function progressText(state: ConnectionState, doing: string): string {
  if (state.name === 'ready') return doing;
  if (state.name === 'backoff') return `retrying: ${state.failure.message}`;
  const isAgain = state.name === 'connecting' && state.attempt > 1;
  return isAgain ? `connecting, attempt ${state.attempt}` : 'connecting';
}

/** Lists the tools of a server; rejects with the reason if it does not answer. */
export async function refreshTools(tools: ServerTools): Promise<void> {
  await tools.refresh();
  const { error } = tools;
  if (error !== undefined) throw error instanceof Error ? error : new Error('It did not answer.', { cause: error });
}
