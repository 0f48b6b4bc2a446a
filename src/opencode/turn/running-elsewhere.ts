import { Api } from '../upstream/api.ts';
import type { Endpoint } from '../upstream/endpoint.ts';
import type { Message } from '../upstream/types.ts';
import { statusOf } from './turn-state.ts';

/**
 * The managed server of other clients that works on a session, if one does. An OpenCode knows only of turns in its own
 * process, and opens a project when it is asked about one; so others are asked only about a turn that has no end.
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

/** Whether the newest turn of a session has no end: it is running somewhere, or was cut off. */
export async function looksUnfinished(api: Api, sessionId: string): Promise<boolean> {
  const last = (await api.get<Message[]>(`/session/${sessionId}/message`, { limit: 1 })).at(-1)?.info;
  if (!last || last.error) return false;
  return last.role === 'user' || last.time.completed === undefined || last.finish === 'tool-calls';
}
