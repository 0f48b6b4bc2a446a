import { setTimeout as delay } from 'node:timers/promises';
import { ToolFailure } from '../failure.ts';
import type { Api } from '../upstream/api.ts';
import type { Message } from '../upstream/types.ts';
import { familyOf, pendingRequests } from './requests.ts';
import { statusOf, type Turn, userMessageOf } from './turn-state.ts';

const most = 15_000;
const every = 100;
/** OpenCode picks up a prompt at once or never. */
const pickedUpWithin = 4000;

/**
 * Aborts the turn of a session, waits until it stops, and rejects its pending requests. OpenCode ignores an abort for a
 * prompt that it has not picked up yet, so a prompt just sent (`mark`) is awaited first.
 */
export async function abortTurn(api: Api, sessionId: string, mark?: string): Promise<{ readonly stopped: boolean }> {
  const family = await familyOf(api, sessionId);
  const stopped = await stop(api, sessionId, mark);
  for (const { requestId, kind } of await pendingRequests(api, family)) {
    const taken =
      kind === 'permission'
        ? api.post(`/permission/${requestId}/reply`, { reply: 'reject' })
        : api.post(`/question/${requestId}/reject`);
    // The abort itself may have rejected it already.
    await taken.catch(() => undefined);
  }
  return { stopped };
}

async function stop(api: Api, sessionId: string, mark: string | undefined): Promise<boolean> {
  const begun = Date.now();
  while (Date.now() - begun < most) {
    if ((await statusOf(api, sessionId)).type !== 'idle') await api.post(`/session/${sessionId}/abort`);
    else {
      const state = await lastTurn(api, sessionId, mark);
      if (state === 'over') return true;
      if (typeof state === 'object' && Date.now() - begun > pickedUpWithin) {
        await api.send('DELETE', `/session/${sessionId}/message/${state.unanswered}`);
        return true;
      }
    }
    await delay(every);
  }
  return false;
}

/** The last message gets its final state a moment after the session stops. */
async function lastTurn(
  api: Api,
  sessionId: string,
  mark: string | undefined,
): Promise<'over' | 'open' | { readonly unanswered: string }> {
  const messages = await api.get<Message[]>(`/session/${sessionId}/message`, { limit: 10 });
  const last = messages.at(-1);
  if (mark !== undefined && !userMessageOf(messages, mark)) return messages.length < 10 ? 'open' : 'over';
  if (last?.info.role === 'user') return mark === undefined ? 'over' : { unanswered: last.info.id };
  const closed = !last || last.info.time.completed !== undefined || last.info.error !== undefined;
  return closed ? 'over' : 'open';
}

/** Aborts the turn of a call that the client canceled. */
export async function canceled(api: Api, { sessionId, mark }: Turn): Promise<never> {
  const { stopped } = await abortTurn(api, sessionId, mark);
  throw new ToolFailure(
    'ABORTED',
    stopped
      ? 'The call was canceled and its turn stopped.'
      : 'The call was canceled, but its turn has not stopped yet.',
    ['The session is kept: continue with opencode_session_prompt.'],
    { sessionId },
  );
}
