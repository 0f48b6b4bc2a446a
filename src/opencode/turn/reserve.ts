import type { App } from '../app.ts';
import { checkNotGone } from '../directory.ts';
import { ToolFailure } from '../failure.ts';
import { isThere } from '../server/health.ts';
import type { ToolCall } from '../tools/tool.ts';
import type { Api } from '../upstream/api.ts';
import { looksUnfinished } from './running-elsewhere.ts';
import { notedServer } from './turn-notes.ts';
import { statusOf } from './turn-state.ts';

/**
 * Reserves a session for one call across all clients. A second prompt would join the running turn and share its answer,
 * so it is rejected before it reaches OpenCode.
 */
export async function inSession<T>(
  { app }: Pick<ToolCall, 'app'>,
  api: Api,
  sessionId: string,
  work: () => Promise<T>,
): Promise<T> {
  checkNotGone(api);
  if (app.busy.has(sessionId)) throw sessionBusy(sessionId);
  app.busy.add(sessionId);
  try {
    // Checked before writing a note: the note may hold the budget of the running turn.
    if ((await isAtWork(api, sessionId)) || (await isUsedElsewhere(app, api, sessionId))) throw sessionBusy(sessionId);
    if (!(await app.notes.take(sessionId, notedServer(api.endpoint)))) throw sessionBusy(sessionId);
    try {
      if (await isAtWork(api, sessionId)) throw sessionBusy(sessionId);
      return await work();
    } finally {
      await app.notes.release(sessionId, !(await isAtWork(api, sessionId).catch(() => false)));
    }
  } finally {
    app.busy.delete(sessionId);
  }
}

async function isAtWork(api: Api, sessionId: string): Promise<boolean> {
  return (await statusOf(api, sessionId)).type !== 'idle';
}

/**
 * Whether another client started a turn on its own OpenCode and that turn has not finished. This client has no password
 * for that server, so it can only check whether it is running.
 */
export async function isUsedElsewhere(app: App, api: Api, sessionId: string): Promise<boolean> {
  const server = await app.notes.usedElsewhere(sessionId);
  if (!server || server.managed || server.url === notedServer(api.endpoint).url) return false;
  return (await looksUnfinished(api, sessionId)) && (await isThere(server.url));
}

function sessionBusy(sessionId: string): ToolFailure {
  return new ToolFailure(
    'SESSION_BUSY',
    `Session ${sessionId} is still running an earlier prompt.`,
    ['Wait for it with opencode_session_status and waitSeconds.', 'Or stop it with opencode_session_abort.'],
    { sessionId },
  );
}

/** Throws if the client canceled the call, before it has further effects. */
export function checkCanceled({ signal }: Pick<ToolCall, 'signal'>): void {
  if (signal.aborted)
    throw new ToolFailure('ABORTED', 'The call was canceled before its turn began.', ['Call again to run it.']);
}
