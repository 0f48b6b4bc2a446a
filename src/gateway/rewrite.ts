import { splice, wholeOf } from './frame.ts';
import type { Frame, JsonObject, RequestId, Span } from './session.ts';

/** What of a request is other for the server than it was for the client. */
export interface RequestChange {
  readonly id: number;
  /** The server's own name of a tool or prompt. */
  readonly name?: string;
  /** All of `params._meta`; as it was when absent. */
  readonly meta?: JsonObject;
}

/** A request as the server gets it. Everything else stays as it was written, to the last digit of every number. */
export function requestText(frame: Frame, { id, name, meta }: RequestChange): string {
  const { text, spans } = frame;
  const inPlace = spans?.id && (name === undefined || spans.name) && (meta === undefined || spans.meta || spans.params);
  if (text === undefined || !inPlace)
    return printed(frame, { id, ...(name !== undefined && { name }), ...(meta && { meta }) });
  const edits: [Span, string][] = [[spans.id as Span, String(id)]];
  if (name !== undefined) edits.push([spans.name as Span, JSON.stringify(name)]);
  if (meta) edits.push(spans.meta ? [spans.meta, JSON.stringify(meta)] : inserted(text, spans.params as Span, meta));
  if (edits.length > 1) edits.sort(([[a]], [[b]]) => a - b);
  return splice(text, edits);
}

/** `_meta` as the first of the parameters. */
function inserted(text: string, [from, to]: Span, meta: JsonObject): [Span, string] {
  const isEmpty = text.slice(from + 1, to - 1).trim() === '';
  return [[from + 1, from + 1], `"_meta":${JSON.stringify(meta)}${isEmpty ? '' : ','}`];
}

function printed(frame: Frame, { id, name, meta }: RequestChange): string {
  const message = wholeOf(frame);
  const changed = { ...message.params, ...(name !== undefined && { name }), ...(meta && { _meta: meta }) };
  const params = message.params || name !== undefined || meta ? { params: changed } : {};
  return JSON.stringify({ ...message, id, ...params });
}

/** An answer as the client gets it: with its own id, and with fields that its era wants in the result. */
export function answerFrame(frame: Frame, id: RequestId, added?: JsonObject): Frame {
  const { text, spans, message } = frame;
  const fields = added && message.result !== undefined ? added : undefined;
  if (text === undefined || !spans?.id || (fields && !spans.result)) {
    const whole = wholeOf(frame);
    return { message: { ...whole, id, ...(fields && { result: { ...fields, ...(whole.result as JsonObject) } }) } };
  }
  const edits: [Span, string][] = [[spans.id, JSON.stringify(id)]];
  if (fields) {
    const [from, to] = spans.result as Span;
    const isEmpty = text.slice(from + 1, to - 1).trim() === '';
    edits.push([[from + 1, from + 1], JSON.stringify(fields).slice(1, -1) + (isEmpty ? '' : ',')]);
    edits.sort(([[a]], [[b]]) => a - b);
  }
  return { message: { ...message, id }, isPartial: true, text: splice(text, edits) };
}

/** The same for a request or notification of a server. */
export function withId(frame: Frame, id: RequestId): Frame {
  return frame.text !== undefined && frame.spans?.id
    ? {
        message: { ...frame.message, id },
        isPartial: true,
        text: splice(frame.text, [[frame.spans.id, JSON.stringify(id)]]),
      }
    : { message: { ...wholeOf(frame), id } };
}
