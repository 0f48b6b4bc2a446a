import { splice } from '../frame.ts';
import type { Frame, RequestId, Span, Spans } from '../session.ts';

/** The same message under another id. */
export function withId(frame: Frame, id: RequestId): Frame {
  const { message, text, spans } = frame;
  const renamed = { ...message, id };
  if (text === undefined || !spans?.id) return { message: renamed };
  const printed = JSON.stringify(id);
  const [from, to] = spans.id;
  const grown = printed.length - (to - from);
  return { ...frame, message: renamed, text: splice(text, [[spans.id, printed]]), spans: moved(spans, from, grown) };
}

/** What stands behind the id has moved with its end. */
function moved(spans: Spans, idAt: number, by: number): Spans {
  const move = ([from, to]: Span): Span => (from > idAt ? [from + by, to + by] : [from, from === idAt ? to + by : to]);
  return Object.fromEntries(Object.entries(spans).map(([key, span]: [string, Span]) => [key, move(span)]));
}
