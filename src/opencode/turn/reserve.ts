import { ToolFailure } from '../failure.ts';
import type { ToolCall } from '../tools/tool.ts';
import type { Api } from '../upstream/api.ts';
import { statusOf } from './turn-state.ts';

/**
 * Works in a session while no other call does. A second prompt would join the turn that is running and be answered with
 * it, so it is refused before anything of it reaches OpenCode.
 */
export async function inSession<T>(
  { app }: Pick<ToolCall, 'app'>,
  api: Api,
  sessionId: string,
  work: () => Promise<T>,
): Promise<T> {
  if (app.busy.has(sessionId)) throw sessionBusy(sessionId);
  app.busy.add(sessionId);
  try {
    if ((await statusOf(api, sessionId)).type !== 'idle') throw sessionBusy(sessionId);
    return await work();
  } finally {
    app.busy.delete(sessionId);
  }
}

function sessionBusy(sessionId: string): ToolFailure {
  return new ToolFailure(
    'SESSION_BUSY',
    `Session ${sessionId} is still at work on an earlier prompt.`,
    ['Wait for it with opencode_session_status and waitSeconds.', 'Or stop it with opencode_session_abort.'],
    { sessionId },
  );
}

/** Fails when the client has cancelled the call, before it causes anything more. */
export function checkCanceled({ signal }: Pick<ToolCall, 'signal'>): void {
  if (signal.aborted)
    throw new ToolFailure('ABORTED', 'The call was canceled before its turn began.', ['Call again to run it.']);
}
