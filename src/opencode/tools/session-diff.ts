import { z } from 'zod';
import { fromCursor, pageText, toCursor } from '../page.ts';
import { turnDiff } from '../turn/turn-diff.ts';
import type { FileDiff, Message } from '../upstream/types.ts';
import { reads } from './annotations.ts';
import { cursor, directory, maxChars, sessionId } from './fields.ts';
import { tool } from './tool.ts';

export const sessionDiff = tool({
  name: 'opencode_session_diff',
  title: 'What a session changed',
  toolset: 'core',
  description:
    'See which files a turn has changed, with counts of lines or as patches. Without messageId it is the newest turn that changed something.',
  annotations: reads,
  input: z.object({
    directory,
    sessionId,
    messageId: z.string().regex(/^msg/).optional().describe('Id of the user message that began the turn.'),
    view: z.enum(['stat', 'patch']).default('stat').describe('Counts of lines, or the patches themselves.'),
    file: z.string().min(1).optional().describe('Only this file.'),
    maxChars,
    cursor,
  }),
  output: z.looseObject({
    sessionId: z.string(),
    messageId: z.string().optional(),
    files: z.array(z.looseObject({ file: z.string().optional(), additions: z.number(), deletions: z.number() })),
    patch: z.string().optional(),
    nextCursor: z.string().optional(),
  }),
  async run(input, call) {
    const api = await call.api(input.directory);
    const path = `/session/${input.sessionId}`;
    await api.get(path);
    if (input.messageId !== undefined) await api.get(`${path}/message/${input.messageId}`);
    const messages = await api.get<Message[]>(`${path}/message`, { limit: 100 });
    const turns =
      input.messageId === undefined
        ? messages.filter(({ info }) => info.role === 'user')
        : [{ info: { id: input.messageId } }];
    for (const [age, { info }] of turns.toReversed().entries()) {
      // Only what the newest turn has changed may still be unknown.
      const replies = age === 0 ? messages.filter(({ info: { parentID } }) => parentID === info.id) : [];
      const all = await turnDiff(api, input.sessionId, info.id, replies);
      if (all.length === 0) continue;
      const files = all.filter(({ file }) => input.file === undefined || file === input.file);
      const found = { sessionId: input.sessionId, messageId: info.id, files: files.map(counts) };
      return input.view === 'stat' ? found : { ...found, ...patches(files, input.cursor, input.maxChars) };
    }
    return { sessionId: input.sessionId, files: [] };
  },
});

export function counts({ file, status, additions, deletions }: FileDiff): Record<string, unknown> {
  return { file, status, additions, deletions };
}

/** All patches one after the other, in pages. */
export function patches(files: readonly FileDiff[], from: string | undefined, most: number): Record<string, unknown> {
  const at = from === undefined ? 0 : Number(fromCursor(from)['at'] ?? 0);
  const { text, truncated, total, next } = pageText(files.map(({ patch = '' }) => patch).join('\n'), at, most);
  return { patch: text, ...(truncated ? { truncated, total, nextCursor: toCursor({ at: next }) } : {}) };
}
