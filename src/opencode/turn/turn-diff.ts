import { setTimeout as pause } from 'node:timers/promises';
import type { Api } from '../upstream/api.ts';
import type { FileDiff, Message } from '../upstream/types.ts';

const MOST_MS = 3000;
const EVERY_MS = 50;

/**
 * What a turn has changed. OpenCode works that out beside the turn and may not be done when it ends; whether there is
 * something to wait for shows in the replies. In vain only when what was changed was changed back.
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
