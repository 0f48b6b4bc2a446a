import * as z from 'zod';
import { reads } from '../../../mcp/annotations.ts';
import { maxChars } from '../../../mcp/arguments.ts';
import { cutToFit } from '../../../mcp/fit-result.ts';
import { fitText, fromCursor, sizeOf, toCursor } from '../../../mcp/page.ts';
import { messageText } from '../../turn/message-text.ts';
import type { Message, Part } from '../../upstream/types.ts';
import { cursor, limit, sessionId } from '../fields.ts';
import { type Data, tool } from '../tool.ts';

const details = ['text', 'tools', 'full'] as const;
type Detail = (typeof details)[number];

export const sessionMessages = tool({
  name: 'opencode_session_messages',
  title: 'Read a session',
  toolset: 'core',
  description:
    'Read the messages of a session, newest first, in pages. Pass nextCursor of a truncated message for the rest of it.',
  annotations: reads,
  input: z.object({
    sessionId,
    limit: limit(10, 100),
    cursor,
    detail: z.enum(details).default('text').describe('tools: with tool calls; full: with their input and output.'),
    maxChars,
  }),
  output: z.looseObject({ messages: z.array(z.looseObject({ messageId: z.string(), role: z.string() })) }),
  async run(input, call) {
    const api = await call.sessionApi(input.sessionId);
    const path = `/session/${input.sessionId}/message`;
    const place = input.cursor === undefined ? {} : fromCursor(input.cursor);
    if (typeof place['message'] === 'string') {
      const message = await api.get<Message>(`${path}/${place['message']}`);
      return restOf(message, Number(place['at'] ?? 0), call.room);
    }
    const before = typeof place['before'] === 'string' ? { before: place['before'] } : {};
    const { items: found, next } = await api.page(path, { limit: input.limit, ...before });
    const items = found as readonly Message[];
    const about = {
      sessionId: input.sessionId,
      ...(next === undefined ? {} : { nextCursor: toCursor({ before: next }) }),
    };
    const share = Math.floor((call.room - sizeOf({ ...about, messages: [] })) / Math.max(1, items.length)) - 2;
    return { ...about, messages: items.toReversed().map((message) => describe(message, input.detail, share)) };
  },
});

function restOf(message: Message, at: number, room: number): Data {
  const whole = messageText(message);
  const { id, sessionID, role } = message.info;
  const shown = (text: string, next: number | undefined): Data => ({
    sessionId: sessionID,
    messages: [{ messageId: id, role, text, truncated: next !== undefined, total: whole.length }],
    ...(next === undefined ? {} : { nextCursor: toCursor({ message: id, at: next }) }),
  });
  const { text, next } = fitText(whole, at, room - sizeOf(shown('', whole.length)));
  return shown(text, next);
}

/** A message within its share of the room; tool calls get at most half of it. */
function describe(message: Message, detail: Detail, share: number): Data {
  const { info } = message;
  const about = {
    messageId: info.id,
    role: info.role,
    at: new Date(info.time.created).toISOString(),
    ...(info.error ? { error: info.error.data?.message ?? info.error.name } : {}),
  };
  const calls = detail === 'text' ? [] : message.parts.filter(({ type }) => type === 'tool');
  const all = calls.length === 0 ? {} : { tools: calls.map((part) => describeTool(part, detail)) };
  const tools = cutToFit(all, (cut) => sizeOf(cut) <= share / 2) ?? { toolCalls: calls.length };
  const whole = messageText(message);
  const rest = (at: number): Data => ({
    truncated: true,
    total: whole.length,
    nextCursor: toCursor({ message: info.id, at }),
  });
  const left = share - sizeOf({ ...about, ...tools });
  if (sizeOf({ text: whole }) <= left) return { ...about, text: whole, ...tools };
  const { text, next } = fitText(whole, 0, left - sizeOf({ text: '', ...rest(whole.length) }));
  return { ...about, text, ...tools, ...(next === undefined ? {} : rest(next)) };
}

function describeTool({ tool: name, state }: Part, detail: Detail): Data {
  const { status, title, input, output, error } = state ?? { status: 'pending' };
  return {
    tool: name,
    status,
    ...(title ? { title } : {}),
    ...(error === undefined ? {} : { error }),
    ...(detail === 'full' ? { input, output } : {}),
  };
}
