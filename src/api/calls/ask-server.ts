import { PlugboardError } from '../../model/diagnostics/error.ts';
import { AnswerError, ConnectionError } from '../../runtime/connect/errors.ts';
import type { Session } from '../../runtime/connect/session/session.ts';
import { maskDeep } from '../../runtime/values/mask-deep.ts';
import type { Desk } from '../desk.ts';
import { Refusal } from '../refusal.ts';
import { callProblem } from './call-problem.ts';
import { usableServer } from './usable-server.ts';

/** Asks a server something while the page waits; what it says is masked. */
export async function askServer<T>(
  desk: Desk,
  name: string,
  ask: (session: Session, signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const { runtime, connection } = await usableServer(desk, name);
  try {
    const session = await connection.ready(runtime.closing);
    const answer = await ask(session, runtime.closing);
    return maskDeep(answer, runtime.mask);
  } catch (error) {
    if (error instanceof PlugboardError) throw error;
    if (error instanceof AnswerError || error instanceof ConnectionError) throw new Refusal(502, callProblem(error));
    throw error;
  }
}
