import { PlugboardError } from '../../model/diagnostics/error.ts';
import { AnswerError, ConnectionError } from '../../runtime/connect/errors.ts';
import type { Session } from '../../runtime/connect/session/session.ts';
import { maskDeep } from '../../runtime/values/mask-deep.ts';
import type { ApiContext } from '../api-context.ts';
import { HttpError } from '../http-error.ts';
import { callProblem } from './call-problem.ts';
import { usableServer } from './usable-server.ts';

/** Sends a request to a server while the page waits; the result is masked. */
export async function askServer<T>(
  api: ApiContext,
  name: string,
  ask: (session: Session, signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const { runtime, connection } = await usableServer(api, name);
  try {
    const session = await connection.ready(runtime.closing);
    const answer = await ask(session, runtime.closing);
    return maskDeep(answer, runtime.mask);
  } catch (error) {
    if (error instanceof PlugboardError) throw error;
    if (error instanceof AnswerError || error instanceof ConnectionError) throw new HttpError(502, callProblem(error));
    throw error;
  }
}
