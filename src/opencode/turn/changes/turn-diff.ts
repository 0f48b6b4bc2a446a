import { setTimeout as pause } from 'node:timers/promises';
import type { Api } from '../../upstream/api.ts';
import type { FileDiff, Message } from '../../upstream/types.ts';

const MOST_MS = 3000;
const EVERY_MS = 50;

/**
 * The diff of a turn. OpenCode computes it asynchronously and may finish after the turn; the replies show whether there
 * is one to wait for. The wait is in vain only if all changes were changed back.
 */
export async function turnDiff(
  api: Pick<Api, 'get'>,
  sessionId: string,
  messageID: string,
  replies: readonly Message[],
): Promise<FileDiff[]> {
  const hasPatch = replies.some(({ parts }) => parts.some(({ type }) => type === 'patch'));
  const until = performance.now() + (hasPatch ? MOST_MS : 0);
  for (;;) {
    const diffs = await api.get<FileDiff[]>(`/session/${sessionId}/diff`, { messageID });
    if (diffs.length > 0 || performance.now() >= until) return diffs;
    await pause(EVERY_MS);
  }
}
