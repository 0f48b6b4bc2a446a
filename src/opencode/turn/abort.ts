import { setTimeout as delay } from 'node:timers/promises';
import type { Api } from '../upstream/api.ts';
import type { Message } from '../upstream/types.ts';
import { familyOf, pendingRequests } from './requests.ts';
import { statusOf } from './turn-state.ts';

/** Stops the turn of a session, waits a moment for it to stop, and takes back what it still asked for. */
export async function abortTurn(api: Api, sessionId: string): Promise<{ readonly stopped: boolean }> {
  const family = await familyOf(api, sessionId);
  await api.post(`/session/${sessionId}/abort`);
  const stopped = await becomesIdle(api, sessionId);
  for (const { requestId, kind } of await pendingRequests(api, family)) {
    const taken =
      kind === 'permission'
        ? api.post(`/permission/${requestId}/reply`, { reply: 'reject' })
        : api.post(`/question/${requestId}/reject`);
    // The abort itself may have taken it back meanwhile.
    await taken.catch(() => undefined);
  }
  return { stopped };
}

async function becomesIdle(api: Api, sessionId: string): Promise<boolean> {
  for (let left = 50; left > 0; left -= 1) {
    if ((await statusOf(api, sessionId)).type === 'idle' && (await isClosed(api, sessionId))) return true;
    await delay(100);
  }
  return false;
}

/** The last message says how it ended only a moment after the session has stopped. */
async function isClosed(api: Api, sessionId: string): Promise<boolean> {
  const [last] = await api.get<Message[]>(`/session/${sessionId}/message`, { limit: 1 });
  return last?.info.role !== 'assistant' || last.info.time.completed !== undefined || last.info.error !== undefined;
}
