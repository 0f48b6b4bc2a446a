import { ScannedFrame, splice, wholeOf } from './frame.ts';
import type { Frame, JsonObject, RequestId, Span } from './session.ts';

/** A request as the server gets it. Everything else stays as it was written, to the last digit of every number. */
export function requestText(frame: Frame, id: number, name: string | undefined, meta: JsonObject | undefined): string {
  if (frame instanceof ScannedFrame && meta === undefined) {
    const { text, idFrom, idTo, nameFrom, nameTo } = frame;
    if (name === undefined) return `${text.slice(0, idFrom)}${id}${text.slice(idTo)}`;
    if (idTo <= nameFrom) {
      return `${text.slice(0, idFrom)}${id}${text.slice(idTo, nameFrom)}${JSON.stringify(name)}${text.slice(nameTo)}`;
    }
  }
  return changedText(frame, id, name, meta);
}

function changedText(frame: Frame, id: number, name: string | undefined, meta: JsonObject | undefined): string {
  const { text, spans } = frame;
  const inPlace = spans?.id && (name === undefined || spans.name) && (meta === undefined || spans.meta || spans.params);
  if (text === undefined || !inPlace) return printed(frame, id, name, meta);
  const edits: [Span, string][] = [[spans.id, String(id)]];
  if (name !== undefined) edits.push([spans.name as Span, JSON.stringify(name)]);
  if (meta) edits.push(spans.meta ? [spans.meta, JSON.stringify(meta)] : inserted(text, spans.params as Span, meta));
  edits.sort(([[a]], [[b]]) => a - b);
  return splice(text, edits);
}

/** `_meta` as the first of the parameters. */
function inserted(text: string, [from, to]: Span, meta: JsonObject): [Span, string] {
  const isEmpty = text.slice(from + 1, to - 1).trim() === '';
  return [[from + 1, from + 1], `"_meta":${JSON.stringify(meta)}${isEmpty ? '' : ','}`];
}

function printed(frame: Frame, id: number, name: string | undefined, meta: JsonObject | undefined): string {
  const message = wholeOf(frame);
  const changed = { ...message.params, ...(name !== undefined && { name }), ...(meta && { _meta: meta }) };
  const params = message.params || name !== undefined || meta ? { params: changed } : {};
  return JSON.stringify({ ...message, id, ...params });
}

/** An answer as the client gets it: with its own id, and with fields that its era wants in the result. */
export function answerFrame(frame: Frame, id: RequestId, added?: JsonObject): Frame {
  if (!(frame instanceof ScannedFrame) || added) return changedAnswer(frame, id, added);
  const { text, idFrom, idTo, message } = frame;
  const own = typeof id === 'number' ? String(id) : JSON.stringify(id);
  const { result, error } = message;
  return {
    message: error === undefined ? { id, result } : { id, error },
    isPartial: true,
    text: `${text.slice(0, idFrom)}${own}${text.slice(idTo)}`,
  };
}

function changedAnswer(frame: Frame, id: RequestId, added: JsonObject | undefined): Frame {
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
