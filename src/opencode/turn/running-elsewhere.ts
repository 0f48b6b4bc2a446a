import { Api } from '../upstream/api.ts';
import type { Endpoint } from '../upstream/endpoint.ts';
import type { Message } from '../upstream/types.ts';
import { statusOf } from './turn-state.ts';

/**
 * The managed server of another client that is running a session, if any. An OpenCode knows only the turns of its own
 * process and opens a project when asked about it, so others are asked only about unfinished turns.
 */
export async function runningElsewhere(
  others: readonly Endpoint[],
  own: Api,
  sessionId: string,
): Promise<Api | undefined> {
  if (others.length === 0 || (await statusOf(own, sessionId)).type !== 'idle') return undefined;
  if (!(await looksUnfinished(own, sessionId))) return undefined;
  for (const endpoint of others) {
    const api = new Api(endpoint, own.directory);
    const status = await statusOf(api, sessionId).catch(() => undefined);
    if (status && status.type !== 'idle') return api;
  }
  return undefined;
}

/** Whether the latest turn of a session is unfinished: running on some server, or interrupted. */
export async function looksUnfinished(api: Api, sessionId: string): Promise<boolean> {
  const last = (await api.get<Message[]>(`/session/${sessionId}/message`, { limit: 1 })).at(-1)?.info;
  if (!last || last.error) return false;
  return last.role === 'user' || last.time.completed === undefined || last.finish === 'tool-calls';
}
