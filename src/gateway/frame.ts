import { isMap } from '../model/value.ts';
import { afterSpace, scanObject, spanAt } from './scan.ts';
import type { Frame, JsonObject, JsonRpcMessage, RequestId, Span, Spans } from './session.ts';

/** Up to here a message of a client is parsed as well, so that what is no JSON is found out at once. */
const SMALL = 4096;

/**
 * The messages in a text of a client: one, or a list of them as the revision of March 2025 allowed. Undefined when it is
 * no JSON or holds something that is no message.
 */
export function readFrames(text: string): Frame[] | undefined {
  const scanned = scanFrame(text);
  if (scanned && text.length > SMALL) return [scanned];
  try {
    const value: unknown = JSON.parse(text);
    if (Array.isArray(value)) return value.length > 0 && value.every(isMessage) ? value.map(frameOf) : undefined;
    if (!isMessage(value)) return undefined;
    return [scanned ? { message: value, text, spans: scanned.spans } : frameOf(value)];
  } catch {
    return undefined;
  }
}

/** The same for a text of a server, of which nothing is parsed unless it has to be. */
export function readServerFrames(text: string): Frame[] | undefined {
  const scanned = scanFrame(text);
  if (scanned) return [scanned];
  try {
    const value: unknown = JSON.parse(text);
    const all: unknown[] = Array.isArray(value) ? value : [value];
    return all.every(isMessage) ? all.map(frameOf) : undefined;
  } catch {
    return undefined;
  }
}

export function frameOf(message: JsonRpcMessage): Frame {
  return { message };
}

/** For the wire, without a line break. */
export function textOf({ text, message }: Frame): string {
  return text ?? JSON.stringify(message);
}

/** All of a message, however large. */
export function wholeOf({ isPartial, message, text = '' }: Frame): JsonRpcMessage {
  return isPartial ? (JSON.parse(text) as JsonRpcMessage) : message;
}

/** Some parts of a text replaced, in the order in which they stand there. */
export function splice(text: string, edits: readonly (readonly [Span, string])[]): string {
  let done = 0;
  let result = '';
  for (const [[from, to], by] of edits) {
    result += text.slice(done, from) + by;
    done = to;
  }
  return result + text.slice(done);
}

function isMessage(value: unknown): value is JsonRpcMessage {
  if (!isMap(value)) return false;
  const { method, id } = value;
  return typeof method === 'string' || (method === undefined && id !== undefined);
}

const TOP = ['id', 'method', 'params', 'result', 'error'];
const PARAMS = ['name', 'uri', '_meta', 'requestState'];
const RESULT = ['isError', 'resultType'];

type PartialFrame = Frame & { readonly text: string; readonly spans: Spans };

/** Without parsing all of it; undefined where a parser has to decide. */
export function scanFrame(text: string): PartialFrame | undefined {
  try {
    return scan(text);
  } catch {
    return undefined;
  }
}

/** A line break would make two lines of it elsewhere. */
function scan(text: string): PartialFrame | undefined {
  const [top, params, result]: [number[], number[], number[]] = [[], [], []];
  const end = scanObject(text, afterSpace(text, 0), TOP, top, (key, at) => {
    if (key === 2) return scanObject(text, at, PARAMS, params);
    if (key === 3 && text[at] === '{') return scanObject(text, at, RESULT, result);
    return 0;
  });
  if (end === -1 || afterSpace(text, end) !== text.length || text.includes('\n')) return undefined;
  const message = envelope(text, top, params, result);
  if (!message) return undefined;
  const spans = spansOf(top, params);
  return { message, isPartial: true, text, spans };
}

function envelope(text: string, top: number[], params: number[], result: number[]): JsonRpcMessage | undefined {
  const id = valueAt(text, top, 0);
  const method = valueAt(text, top, 1);
  const isRequest = typeof method === 'string';
  if (!isRequest && (method !== undefined || id === undefined)) return undefined;
  if (id !== undefined && id !== null && typeof id !== 'string' && typeof id !== 'number') return undefined;
  const error = valueAt(text, top, 4);
  return {
    ...(id !== undefined && { id: id as RequestId | null }),
    ...(isRequest && { method }),
    ...(top[4] !== undefined && { params: valuesAt(text, params, PARAMS) }),
    ...(top[6] !== undefined && { result: valuesAt(text, result, RESULT) }),
    ...(error !== undefined && { error }),
  };
}

function valuesAt(text: string, found: number[], keys: readonly string[]): JsonObject {
  const values: Record<string, unknown> = {};
  for (const [index, key] of keys.entries()) {
    const value = valueAt(text, found, index);
    if (value !== undefined) values[key] = value;
  }
  return values;
}

function valueAt(text: string, found: readonly number[], key: number): unknown {
  const from = found[2 * key];
  return from === undefined ? undefined : JSON.parse(text.slice(from, found[2 * key + 1]));
}

function spansOf(top: readonly number[], params: readonly number[]): Spans {
  const [id, inner, result] = [spanAt(top, 0), spanAt(top, 2), spanAt(top, 3)];
  const [name, meta] = [spanAt(params, 0), spanAt(params, 2)];
  return {
    ...(id && { id }),
    ...(inner && { params: inner }),
    ...(name && { name }),
    ...(meta && { meta }),
    ...(result && { result }),
  };
}
