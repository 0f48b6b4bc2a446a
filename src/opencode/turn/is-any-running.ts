import type { Api } from '../upstream/api.ts';
import type { SessionStatus } from '../upstream/types.ts';

/** Whether a session is running in one of these directories. */
export async function isAnyRunning(apis: readonly Api[]): Promise<boolean> {
  for (const api of apis) {
    const statuses = await api.get<Record<string, SessionStatus>>('/session/status');
    if (Object.values(statuses).some(({ type }) => type !== 'idle')) return true;
  }
  return false;
}
