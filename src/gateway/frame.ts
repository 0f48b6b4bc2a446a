import { isMap } from '../model/value.ts';
import { afterSpace, Keys, scanObject } from './scan.ts';
import type { Frame, JsonObject, JsonRpcMessage, Span, Spans } from './session.ts';

/**
 * The messages in a text: one, or a list of them as the revision of March 2025 allowed. Undefined when it is no JSON or
 * holds something that is no message. Nothing is parsed that need not be: what is wrong deep inside a message is found
 * by whoever it is for.
 */
export function readFrames(text: string): Frame[] | undefined {
  const scanned = scanFrame(text);
  return scanned ? [scanned] : parseFrames(text);
}

/** The same for text that is not what it usually is. */
export function parseFrames(text: string): Frame[] | undefined {
  try {
    const value: unknown = JSON.parse(text);
    const all: unknown[] = Array.isArray(value) ? value : [value];
    return all.length > 0 && all.every(isMessage) ? all.map(frameOf) : undefined;
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

const params = new Keys(['name', 'uri', '_meta', 'requestState', 'task', 'taskId']);
const result = new Keys(['isError', 'resultType']);
const top = new Keys(['id', 'method', 'params', 'result', 'error'], [undefined, undefined, params, result]);
const [ID, METHOD, PARAMS, RESULT, ERROR] = [0, 1, 2, 3, 4];
const [NAME, URI, META, STATE, TASK, TASK_ID] = [0, 1, 2, 3, 4, 5];

/** A message that was looked at but not parsed. */
export class ScannedFrame implements Frame {
  readonly isPartial = true;
  readonly text: string;
  readonly message: JsonRpcMessage;
  readonly idFrom = at(top, ID);
  readonly idTo = behind(top, ID);
  readonly nameFrom = at(params, NAME);
  readonly nameTo = behind(params, NAME);
  readonly metaFrom = at(params, META);
  readonly metaTo = behind(params, META);
  readonly paramsFrom = at(top, PARAMS);
  readonly paramsTo = behind(top, PARAMS);
  readonly resultFrom = at(top, RESULT);
  readonly resultTo = behind(top, RESULT);

  /** Of the text that has just been looked at. */
  constructor(text: string, message: JsonRpcMessage) {
    this.text = text;
    this.message = message;
  }

  get spans(): Spans {
    const spans = {
      id: [this.idFrom, this.idTo],
      params: [this.paramsFrom, this.paramsTo],
      name: [this.nameFrom, this.nameTo],
      meta: [this.metaFrom, this.metaTo],
      result: [this.resultFrom, this.resultTo],
    };
    return Object.fromEntries(Object.entries(spans).filter(([, [from]]) => from !== -1));
  }
}

/** Without parsing all of it; undefined where a parser has to decide. A line break would be two lines elsewhere. */
export function scanFrame(text: string): ScannedFrame | undefined {
  top.clear();
  const end = scanObject(text, afterSpace(text, 0), top);
  if (end === -1 || afterSpace(text, end) !== text.length || text.includes('\n')) return undefined;
  try {
    const message = envelope(text);
    return message && new ScannedFrame(text, message);
  } catch {
    return undefined;
  }
}

function envelope(text: string): JsonRpcMessage | undefined {
  const id = valueOf(text, top, ID);
  if (id !== undefined && id !== null && typeof id !== 'string' && typeof id !== 'number') return undefined;
  const method = valueOf(text, top, METHOD);
  if (typeof method !== 'string') {
    if (method !== undefined || id === undefined) return undefined;
    if (at(top, RESULT) === -1) return { id, error: valueOf(text, top, ERROR) };
    return { id, result: { isError: valueOf(text, result, 0), resultType: valueOf(text, result, 1) } };
  }
  const parameters = at(top, PARAMS);
  if (parameters !== -1 && text[parameters] !== '{') return undefined;
  const known = parameters === -1 ? undefined : parametersIn(text);
  if (id === undefined) return known ? { method, params: known } : { method };
  return known ? { id, method, params: known } : { id, method };
}

function parametersIn(text: string): JsonObject {
  const known = {
    name: valueOf(text, params, NAME),
    uri: valueOf(text, params, URI),
    _meta: valueOf(text, params, META),
    requestState: valueOf(text, params, STATE),
  };
  // Most requests have nothing to do with tasks, and are many.
  if (at(params, TASK) === -1 && at(params, TASK_ID) === -1) return known;
  return { ...known, task: valueOf(text, params, TASK), taskId: valueOf(text, params, TASK_ID) };
}

/** Numbers and texts without escapes are most of them, and need no parser. */
function valueOf(text: string, keys: Keys, key: number): unknown {
  const from = at(keys, key);
  if (from === -1) return undefined;
  const to = behind(keys, key);
  const first = text.charCodeAt(from);
  if (first === QUOTE) {
    const inner = text.slice(from + 1, to - 1);
    if (PLAIN_TEXT.test(inner)) return inner;
  } else if (first >= ONE && first <= NINE && to - from < LONG_NUMBER) {
    const number = Number(text.slice(from, to));
    if (Number.isInteger(number)) return number;
  }
  return JSON.parse(text.slice(from, to));
}

const [QUOTE, ONE, NINE] = [0x22, 0x31, 0x39];
const LONG_NUMBER = 16;
const PLAIN_TEXT = /^[ !#-[\]-~]*$/;

function at({ found }: Keys, key: number): number {
  return found[2 * key] as number;
}

function behind({ found }: Keys, key: number): number {
  return found[2 * key + 1] as number;
}
