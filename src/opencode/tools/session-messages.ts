import { z } from 'zod';
import { fromCursor, pageText, toCursor } from '../page.ts';
import { messageText } from '../turn/message-text.ts';
import type { Message, Part } from '../upstream/types.ts';
import { reads } from './annotations.ts';
import { cursor, directory, limit, maxChars, sessionId } from './fields.ts';
import { type Data, tool } from './tool.ts';

const details = ['text', 'tools', 'full'] as const;
type Detail = (typeof details)[number];

/** How much of what a tool has put out is shown with `full`. */
const toolChars = 2000;

export const sessionMessages = tool({
  name: 'opencode_session_messages',
  title: 'Read a session',
  toolset: 'core',
  description:
    'Read what was said in a session, the newest message first, in pages. A nextCursor of an answer that was cut off gives the rest of it.',
  annotations: reads,
  input: z.object({
    directory,
    sessionId,
    limit: limit(10, 100),
    cursor,
    detail: z
      .enum(details)
      .default('text')
      .describe('text: what was said; tools: also calls of tools; full: with their output.'),
    maxChars,
  }),
  output: z.looseObject({
    messages: z.array(z.looseObject({ messageId: z.string(), role: z.string(), text: z.string() })),
    nextCursor: z.string().optional(),
  }),
  async run(input, call) {
    const api = await call.api(input.directory);
    const path = `/session/${input.sessionId}/message`;
    const place = input.cursor === undefined ? {} : fromCursor(input.cursor);
    if (typeof place['message'] === 'string') {
      const message = await api.get<Message>(`${path}/${place['message']}`);
      return restOf(message, Number(place['at'] ?? 0), input.maxChars);
    }
    await api.get(`/session/${input.sessionId}`);
    const before = typeof place['before'] === 'string' ? { before: place['before'] } : {};
    const { items: found, next } = await api.page(path, { limit: input.limit, ...before });
    const items = found as readonly Message[];
    const share = Math.max(200, Math.floor(input.maxChars / Math.max(1, items.length)));
    return {
      sessionId: input.sessionId,
      messages: items.toReversed().map((message) => describe(message, input.detail, share)),
      ...(next === undefined ? {} : { nextCursor: toCursor({ before: next }) }),
    };
  },
});

function restOf(message: Message, at: number, most: number): Data {
  const { text, truncated, total, next } = pageText(messageText(message), at, most);
  const { id, sessionID, role } = message.info;
  return {
    sessionId: sessionID,
    messages: [{ messageId: id, role, text, truncated, total }],
    ...(next === undefined ? {} : { nextCursor: toCursor({ message: id, at: next }) }),
  };
}

function describe(message: Message, detail: Detail, most: number): Data {
  const { info } = message;
  const { text, truncated, total, next } = pageText(messageText(message), 0, most);
  const tools = detail === 'text' ? [] : message.parts.filter(({ type }) => type === 'tool');
  return {
    messageId: info.id,
    role: info.role,
    at: new Date(info.time.created).toISOString(),
    text,
    ...(truncated ? { truncated, total, nextCursor: toCursor({ message: info.id, at: next }) } : {}),
    ...(info.error ? { error: info.error.data?.message ?? info.error.name } : {}),
    ...(tools.length > 0 ? { tools: tools.map((part) => describeTool(part, detail)) } : {}),
  };
}

function describeTool({ tool: name, state }: Part, detail: Detail): Data {
  const { status, title, input, output, error } = state ?? { status: 'pending' };
  return {
    tool: name,
    status,
    ...(title ? { title } : {}),
    ...(error === undefined ? {} : { error }),
    ...(detail === 'full' ? { input, output: pageText(output ?? '', 0, toolChars).text } : {}),
  };
}
