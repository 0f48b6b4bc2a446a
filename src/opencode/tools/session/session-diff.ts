import * as z from 'zod';
import { reads } from '../../../mcp/annotations.ts';
import { maxChars } from '../../../mcp/arguments.ts';
import { fitText, pageList, cursorOffset, sizeOf, toCursor } from '../../../mcp/page.ts';
import { byDirectory, type ChangedFile, counts, turnChanges } from '../../turn/changes/turn-changes.ts';
import type { Message } from '../../upstream/types.ts';
import { cursor, messageId, sessionId } from '../fields.ts';
import { type Data, tool } from '../tool.ts';

export const sessionDiff = tool({
  name: 'opencode_session_diff',
  title: 'Session changes',
  toolset: 'core',
  description:
    'Get the files a turn changed, in pages: as line counts (stat) or patches. Default turn: the latest one that changed something, or changed file.',
  annotations: reads,
  input: z.object({
    sessionId,
    messageId: messageId.optional().describe('User message that started the turn.'),
    view: z.enum(['stat', 'patch']).default('stat'),
    file: z.string().min(1).optional().describe('Only this file.'),
    maxChars,
    cursor,
  }),
  output: z.looseObject({ sessionId: z.string(), files: z.array(z.looseObject({})) }),
  async run(input, call) {
    const api = await call.sessionApi(input.sessionId);
    const path = `/session/${input.sessionId}`;
    if (input.messageId !== undefined) await api.get(`${path}/message/${input.messageId}`);
    const messages = await api.get<Message[]>(`${path}/message`, { limit: 100 });
    const turns = messages
      .filter(({ info }) => info.role === 'user')
      .map(({ info }) => info.id)
      .toReversed();
    let note: string | undefined;
    for (const turn of input.messageId === undefined ? turns : [input.messageId]) {
      const replies = messages.filter(({ info: { parentID } }) => parentID === turn);
      const changes = await turnChanges(api, input.sessionId, turn, replies);
      note = changes.note;
      const files = changes.files.filter(({ file }) => input.file === undefined || file === input.file);
      if (files.length === 0 && input.messageId === undefined) continue;
      const about = {
        sessionId: input.sessionId,
        messageId: turn,
        ...(note === undefined ? {} : { changesNote: note }),
      };
      return { ...about, ...changesPage(files, input, call.room - sizeOf(about)) };
    }
    return { sessionId: input.sessionId, files: [], ...(note === undefined ? {} : { changesNote: note }) };
  },
});

interface View {
  readonly view: 'stat' | 'patch';
  readonly cursor?: string | undefined;
}

/** Changed files in pages: as counts, with totals by directory if they do not fit, or as one patch. */
export function changesPage(files: readonly ChangedFile[], { view, cursor: from }: View, room: number): Data {
  const all = files.map(counts);
  if (view === 'stat') {
    const whole = pageList(all, all.length, from, room);
    if (whole.items.length === all.length) return { files: whole.items, total: all.length };
    const changes = byDirectory(files, Math.floor(room / 3));
    const { items, total, nextCursor } = pageList(all, all.length, from, room - sizeOf({ changes }));
    return { files: items, total, changes, nextCursor };
  }
  // Names take at most a third, which leaves room for the patch.
  const names = pageList(all, all.length, undefined, Math.min(Math.floor(room / 3), 4000));
  const more = names.nextCursor === undefined ? {} : { changes: byDirectory(files, Math.floor(room / 3)) };
  const about = { files: names.items, total: all.length, ...more };
  const text = files.map(({ patch = '' }) => patch).join('\n');
  const rest = (at: number): Data => ({ truncated: true, patchChars: text.length, nextCursor: toCursor({ at }) });
  const page = fitText(text, cursorOffset(from), room - sizeOf({ ...about, patch: '', ...rest(text.length) }));
  return { ...about, patch: page.text, ...(page.next === undefined ? {} : rest(page.next)) };
}
