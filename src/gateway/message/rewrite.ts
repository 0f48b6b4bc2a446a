import { isMap } from '../../model/value.ts';
import type { Frame, JsonObject, RequestId, Span, Spans } from '../session/session.ts';
import { BadMessage } from './bad-message.ts';
import { readFrame, reprintable, requireExact, ScannedFrame, splice, wholeOf } from './frame.ts';

/**
 * The request text for the server. Only the id, name and `_meta` change; all other text is kept exactly, including
 * numbers.
 */
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
  if (text === undefined || !spans?.id || (name !== undefined && !spans.name)) return serialized(frame, id, name, meta);
  const edits: [Span, string][] = [[spans.id, String(id)]];
  if (name !== undefined) edits.push([spans.name as Span, JSON.stringify(name)]);
  if (meta) edits.push(metaEdit(text, spans, meta));
  edits.sort(([[a]], [[b]]) => a - b);
  return splice(text, edits);
}

/** Replaces `_meta`, or inserts it as the first of the params, which may be absent too. */
function metaEdit(text: string, { meta, params }: Spans, value: JsonObject): [Span, string] {
  const member = `"_meta":${JSON.stringify(value)}`;
  if (meta) {
    requireExact(text.slice(...meta));
    return [meta, JSON.stringify(value)];
  }
  if (params && text[params[0]] === '{') return inserted(text, params, member);
  if (params) return [params, `{${member}}`];
  const open = text.indexOf('{');
  return [[open + 1, open + 1], `"params":{${member}},`];
}

/** Inserts members at the start of the object at this span. */
function inserted(text: string, [from, to]: Span, members: string): [Span, string] {
  const isEmpty = text.slice(from + 1, to - 1).trim() === '';
  return [[from + 1, from + 1], `${members}${isEmpty ? '' : ','}`];
}

function serialized(frame: Frame, id: number, name: string | undefined, meta: JsonObject | undefined): string {
  const message = reprintable(frame);
  const changed = { ...message.params, ...(name !== undefined && { name }), ...(meta && { _meta: meta }) };
  const params = message.params || name !== undefined || meta ? { params: changed } : {};
  return JSON.stringify({ ...message, id, ...params });
}

/**
 * The request text for the server if only the progress token in its `_meta` changes; the token becomes the request id.
 * Undefined if the text cannot be edited.
 */
export function withProgressToken(frame: Frame, id: number, name: string | undefined): string | undefined {
  const { text, spans } = frame;
  const span = spans?.metaProgressToken;
  if (text === undefined || !spans?.id || !span || (name !== undefined && !spans.name)) return undefined;
  const edits: [Span, string][] = [
    [spans.id, String(id)],
    [span, String(id)],
  ];
  if (name !== undefined) edits.push([spans.name as Span, JSON.stringify(name)]);
  return splice(
    text,
    edits.toSorted(([[a]], [[b]]) => a - b),
  );
}

/** The progress token of a notification; for our requests, the request id. */
export function progressTokenOf(frame: Frame): unknown {
  const { text, spans } = frame;
  const span = spans?.progressToken;
  if (text === undefined || !span) return wholeOf(frame).params?.['progressToken'];
  return JSON.parse(text.slice(...span));
}

/** The progress notification with the client's token. */
export function progressFrame(frame: Frame, token: unknown): Frame {
  const { text, spans } = frame;
  if (text === undefined || !spans?.progressToken) {
    const { params, ...message } = wholeOf(frame);
    return { message: { ...message, params: { ...params, progressToken: token } } };
  }
  const { method, id } = frame.message;
  const message = { ...(method !== undefined && { method }), ...(id !== undefined && { id }) };
  return { message, isPartial: true, text: splice(text, [[spans.progressToken, JSON.stringify(token)]]) };
}

/** The response with the client's id, and with fields that its era requires in the result. */
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
  if (text === undefined || !spans?.id) {
    const { result } = message;
    return { message: { ...message, id, ...(added && isMap(result) && { result: { ...added, ...result } }) } };
  }
  const fields = spans.result && text[spans.result[0]] === '{' ? added : undefined;
  const edits: [Span, string][] = [[spans.id, JSON.stringify(id)]];
  if (fields) {
    edits.push(inserted(text, spans.result as Span, JSON.stringify(fields).slice(1, -1)));
    edits.sort(([[a]], [[b]]) => a - b);
  }
  return { message: { ...message, id }, isPartial: true, text: splice(text, edits) };
}

/** The message with another id. */
export function withId(frame: Frame, id: RequestId): Frame {
  const { message, text, spans } = frame;
  if (text === undefined || !spans?.id) return { message: { ...message, id } };
  return reparse(splice(text, [[spans.id, JSON.stringify(id)]]));
}

/** The message with another `_meta`. Throws `InexactNumber` if the present one cannot be written again exactly. */
export function withMeta(frame: Frame, meta: JsonObject): Frame {
  const { message, text, spans } = frame;
  if (text === undefined || !spans) return { message: { ...message, params: { ...message.params, _meta: meta } } };
  return reparse(splice(text, [metaEdit(text, spans, meta)]));
}

/** Parses a text made by editing a valid message. */
export function reparse(text: string): Frame {
  const frame = readFrame(text);
  if (frame instanceof BadMessage) throw new Error(`The edited message is invalid: ${frame.reason}`);
  return frame;
}
