import { z } from 'zod';
import { fitText, pageList, placeOf, sizeOf, toCursor } from '../page.ts';
import { byDirectory, type ChangedFile, counts, turnChanges } from '../turn/turn-changes.ts';
import type { Message } from '../upstream/types.ts';
import { reads } from './annotations.ts';
import { cursor, maxChars, sessionId } from './fields.ts';
import { type Data, tool } from './tool.ts';

export const sessionDiff = tool({
  name: 'opencode_session_diff',
  title: 'Changes of a session',
  toolset: 'core',
  description:
    'See which files a turn has changed, in pages: with counts of lines (stat) or as patches. Without messageId: the newest turn that changed something.',
  annotations: reads,
  input: z.object({
    sessionId,
    messageId: z.string().regex(/^msg/).optional().describe('User message that began the turn.'),
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
    for (const messageId of input.messageId === undefined ? turns : [input.messageId]) {
      const replies = messages.filter(({ info: { parentID } }) => parentID === messageId);
      const changes = await turnChanges(api, input.sessionId, messageId, replies);
      note = changes.note;
      if (changes.files.length === 0) continue;
      const files = changes.files.filter(({ file }) => input.file === undefined || file === input.file);
      const about = { sessionId: input.sessionId, messageId, ...(note === undefined ? {} : { changesNote: note }) };
      return { ...about, ...changesPage(files, input, input.maxChars - sizeOf(about)) };
    }
    return { sessionId: input.sessionId, files: [], ...(note === undefined ? {} : { changesNote: note }) };
  },
});

interface View {
  readonly view: 'stat' | 'patch';
  readonly cursor?: string | undefined;
}

/** Room for sums, cursors and names around the list or the patch. */
const frame = 500;

/** Changed files in pages: by counts, with sums by directory when there are more than fit, or as one patch. */
export function changesPage(files: readonly ChangedFile[], { view, cursor: from }: View, room: number): Data {
  const sums = byDirectory(files);
  const half = Math.floor(room / 2);
  if (view === 'stat') {
    const whole = pageList(files.map(counts), files.length, from, room - frame);
    if (whole.items.length === files.length) return { files: whole.items, total: files.length };
    const { items, total, nextCursor } = pageList(files.map(counts), files.length, from, room - frame - sizeOf(sums));
    return { files: items, total, changes: sums, nextCursor };
  }
  const names = pageList(files.map(counts), files.length, undefined, Math.min(half, 4000));
  const text = files.map(({ patch = '' }) => patch).join('\n');
  const more = names.nextCursor === undefined ? {} : { changes: sums };
  const used = sizeOf(names.items) + sizeOf(more);
  const page = fitText(text, placeOf(from), room - frame - used);
  return {
    files: names.items,
    total: files.length,
    ...more,
    patch: page.text,
    ...(page.truncated ? { truncated: true, patchChars: page.total, nextCursor: toCursor({ at: page.next }) } : {}),
  };
}
