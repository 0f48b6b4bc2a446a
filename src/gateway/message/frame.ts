import { repeatsKeys } from '../../runtime/json/repeated-keys.ts';
import {
  AMBIGUOUS,
  elementsOf,
  Keys,
  scanObjectText,
  scanText,
  startsList,
  TOO_DEEP,
  wasExact,
} from '../../runtime/json/scan.ts';
import type { Frame, JsonObject, JsonRpcMessage, Span, Spans } from '../session/session.ts';
import { BadMessage, INVALID_REQUEST, PARSE_ERROR } from './bad-message.ts';

/**
 * Parses one message, or a batch as protocol version 2025-03-26 allowed. The whole text is validated, so a frame
 * contains nothing that another parser could reject or read differently.
 */
export function readFrames(text: string): readonly (Frame | BadMessage)[] {
  if (!startsList(text)) return [readFrame(text)];
  const end = scanText(text);
  if (end < 0) return [new BadMessage(PARSE_ERROR, reasons[end] ?? notJson)];
  const elements = elementsOf(text);
  if (elements.length === 0) return [new BadMessage(INVALID_REQUEST, 'The batch is empty.')];
  return elements.map(([from, to]) => readFrame(text.slice(from, to)));
}

/** Parses a text that holds one message. */
export function readFrame(text: string): Frame | BadMessage {
  const end = scanObjectText(text, top);
  if (end < 0) return badText(text, end);
  const fault = shapeFault(text, textAt(text, top, ID));
  if (fault !== undefined)
    return new BadMessage(INVALID_REQUEST, fault, scalarIdAt(text), seemsRequest(), seemsResponse(text));
  return new ScannedFrame(text, envelope(text));
}

const notJson = 'The text is not valid JSON.';
const reasons: Readonly<Record<number, string>> = {
  [TOO_DEEP]: 'The message is nested more than 256 levels deep.',
  [AMBIGUOUS]: 'A key occurs twice, or twice in different case, so parsers may disagree about the message.',
};

function badText(text: string, fault: number): BadMessage {
  const id = scalarIdAt(text) ?? idAtEnd.exec(text)?.[1];
  const isRequest = seemsRequest();
  if (fault === AMBIGUOUS)
    return new BadMessage(INVALID_REQUEST, reasons[fault] ?? '', id, isRequest, seemsResponse(text));
  const isOther = fault !== TOO_DEEP && scanText(text) >= 0;
  if (isOther) return new BadMessage(INVALID_REQUEST, 'A message must be a JSON object.');
  return new BadMessage(PARSE_ERROR, reasons[fault] ?? notJson, id, isRequest);
}

function seemsRequest(): boolean {
  return at(top, METHOD) !== -1 || at(top, PARAMS) !== -1;
}

/** The scan may have stopped before the result. */
function seemsResponse(text: string): boolean {
  return at(top, VERSION) !== -1 && !seemsRequest() && /"(?:result|error)"\s{0,9}:/.test(text);
}

/** The id, if it was found before the parse error. */
function scalarIdAt(text: string): string | undefined {
  const id = textAt(text, top, ID);
  return id !== undefined && /^["\d-]/.test(id) ? id : undefined;
}

/** Finds an id at the end of the text, after the parse error. */
const idAtEnd = /,\s{0,9}"id"\s{0,9}:\s{0,9}(\d{1,15}|"[\w-]{1,99}")\s{0,9}\}\s{0,9}$/;

/** Why a JSON object is not an unambiguous JSON-RPC message; undefined if it is one. */
function shapeFault(text: string, idText: string | undefined): string | undefined {
  return (at(top, METHOD) === -1 ? responseFault(text, idText) : requestFault(text, idText)) ?? versionFault(text);
}

function requestFault(text: string, idText: string | undefined): string | undefined {
  if (idText !== undefined && !isExactId(idText)) return badId;
  if (text.charCodeAt(at(top, METHOD)) !== QUOTE) return 'The method must be a string.';
  if (at(top, RESULT) !== -1 || at(top, ERROR) !== -1)
    return 'A message with a method must not have a result or an error.';
  const token = textAt(text, meta, PROGRESS);
  if (token !== undefined && !isExactId(token)) return 'The progress token must be a string or an integer.';
  const from = at(top, PARAMS);
  if (from === -1) return undefined;
  return text[from] === '{' || text.startsWith('null', from) ? undefined : 'The params must be an object.';
}

/** A client drops a message without the version, and then waits for the response forever. */
function versionFault(text: string): string | undefined {
  const from = at(top, VERSION);
  return from !== -1 && text.startsWith('"2.0"', from) ? undefined : 'The message must have "jsonrpc": "2.0".';
}

/** A client drops a response of another shape, and then waits for it forever. */
function responseFault(text: string, idText: string | undefined): string | undefined {
  if (idText === undefined) return 'The message has neither an id nor a method.';
  if (!/^["\dn-]/.test(idText)) return badId;
  const isError = at(top, ERROR) !== -1;
  if (isError === (at(top, RESULT) !== -1)) return 'A response must have either a result or an error.';
  if (!isError) return text.charCodeAt(at(top, RESULT)) === OPEN_MAP ? undefined : 'The result must be an object.';
  const error = valueOf(text, top, ERROR) as { readonly code?: unknown; readonly message?: unknown } | null;
  const isValid = Number.isInteger(error?.code) && typeof error?.message === 'string';
  return isValid ? undefined : 'The error must have an integer code and a message.';
}

const badId = 'The id must be a string or an integer.';

/** Whether the id is unchanged after parsing and serializing. */
function isExactId(text: string): boolean {
  return text.charCodeAt(0) === QUOTE || (/^[\d-]/.test(text) && String(Number(text)) === text);
}

export function frameOf(message: JsonRpcMessage): Frame {
  return { message };
}

/** The message as JSON text. */
export function textOf({ text, message }: Frame): string {
  return text ?? JSON.stringify(message);
}

/** The full message, parsed if necessary. */
export function wholeOf({ isPartial, message, text = '' }: Frame): JsonRpcMessage {
  if (!isPartial) return message;
  const { params, ...others } = JSON.parse(text) as JsonRpcMessage & { readonly params?: JsonObject | null };
  // Some implementations send null instead of omitting params.
  return params == null ? others : { ...others, params };
}

/** Whether any object in the message has a duplicate key. */
export function repeatsKeysIn({ text }: Frame): boolean {
  return text !== undefined && repeatsKeys(text);
}

/** The full message, to be changed and serialized again. Throws if that would change a number. */
export function reprintable(frame: Frame): JsonRpcMessage {
  if (frame.text !== undefined) requireExact(frame.text);
  return wholeOf(frame);
}

/** Throws if a JSON text has numbers that JavaScript cannot represent exactly. */
export function requireExact(text: string): void {
  scanText(text);
  if (!wasExact()) throw new InexactNumber();
}

/** The message must be serialized again but contains a number that JavaScript cannot represent exactly. */
export class InexactNumber extends Error {
  constructor() {
    super('The message holds a number that cannot be passed on unchanged.');
  }
}

/** Replaces spans of a text. The edits must be in order. */
export function splice(text: string, edits: readonly (readonly [Span, string])[]): string {
  let done = 0;
  let result = '';
  for (const [[from, to], by] of edits) {
    result += text.slice(done, from) + by;
    done = to;
  }
  return result + text.slice(done);
}

const PREFIX = 'io.modelcontextprotocol/';
const meta = new Keys([
  'progressToken',
  ...['protocolVersion', 'clientInfo', 'clientCapabilities', 'logLevel', 'subscriptionId'].map((key) => PREFIX + key),
]);
const paramNames = [
  'name',
  'uri',
  '_meta',
  'requestState',
  'task',
  'taskId',
  'arguments',
  'progressToken',
  'requestId',
  'ref',
];
const params = new Keys(paramNames, [undefined, undefined, meta]);
const result = new Keys(['isError', 'resultType']);
const topNames = ['id', 'method', 'params', 'result', 'error', 'jsonrpc'];
const top = new Keys(topNames, [undefined, undefined, params, result]);
const [ID, METHOD, PARAMS, RESULT, ERROR, VERSION] = [0, 1, 2, 3, 4, 5];
const PROGRESS = 0;
const [NAME, URI, META, STATE, TASK, TASK_ID, ARGUMENTS, TOKEN] = [0, 1, 2, 3, 4, 5, 6, 7];

/** A message that was validated but not fully parsed. */
export class ScannedFrame implements Frame {
  readonly isPartial = true;
  readonly text: string;
  readonly message: JsonRpcMessage;
  readonly idFrom = at(top, ID);
  readonly idTo = endOf(top, ID);
  readonly nameFrom = at(params, NAME);
  readonly nameTo = endOf(params, NAME);

  /** Must be called directly after `text` was scanned: the offsets are read from the scanner. */
  constructor(text: string, message: JsonRpcMessage) {
    this.text = text;
    this.message = message;
  }

  /** Computed on demand, because most messages are forwarded without it. */
  get spans(): Spans {
    scanObjectText(this.text, top);
    const all = {
      id: spanAt(top, ID),
      params: spanAt(top, PARAMS),
      result: spanAt(top, RESULT),
      name: spanAt(params, NAME),
      meta: spanAt(params, META),
      arguments: spanAt(params, ARGUMENTS),
      progressToken: spanAt(params, TOKEN),
      metaProgressToken: spanAt(meta, PROGRESS),
    };
    return Object.fromEntries(Object.entries(all).filter(([, [from]]) => from !== -1));
  }
}

function envelope(text: string): JsonRpcMessage {
  const id = valueOf(text, top, ID) as JsonRpcMessage['id'];
  if (at(top, METHOD) === -1) {
    if (at(top, RESULT) === -1) return { id: id ?? null, error: valueOf(text, top, ERROR) };
    return { id: id ?? null, result: { isError: valueOf(text, result, 0), resultType: valueOf(text, result, 1) } };
  }
  const method = valueOf(text, top, METHOD) as string;
  const from = at(top, PARAMS);
  const known = from === -1 || text.charCodeAt(from) !== OPEN_MAP ? undefined : parametersIn(text);
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
  // Most requests have no task, and this runs for every request.
  if (at(params, TASK) === -1 && at(params, TASK_ID) === -1) return known;
  return { ...known, task: valueOf(text, params, TASK), taskId: valueOf(text, params, TASK_ID) };
}

/** Fast path without a parser for integers and strings without escapes, which are the most common. */
function valueOf(text: string, keys: Keys, key: number): unknown {
  const from = at(keys, key);
  if (from === -1) return undefined;
  const to = endOf(keys, key);
  const first = text.charCodeAt(from);
  if (first === QUOTE) {
    const inner = text.slice(from + 1, to - 1);
    if (PLAIN_TEXT.test(inner)) return inner;
  } else if (first >= ONE && first <= NINE && to - from < MAX_FAST_DIGITS) {
    const number = Number(text.slice(from, to));
    if (Number.isInteger(number)) return number;
  }
  return JSON.parse(text.slice(from, to));
}

const [QUOTE, ONE, NINE, OPEN_MAP] = [0x22, 0x31, 0x39, 0x7b];
const MAX_FAST_DIGITS = 16;
const PLAIN_TEXT = /^[ !#-[\]-~]*$/;

function textAt(text: string, keys: Keys, key: number): string | undefined {
  const to = endOf(keys, key);
  return to === -1 ? undefined : text.slice(at(keys, key), to);
}

function spanAt(keys: Keys, key: number): Span {
  return [at(keys, key), endOf(keys, key)];
}

function at({ found }: Keys, key: number): number {
  return found[2 * key] as number;
}

function endOf({ found }: Keys, key: number): number {
  return found[2 * key + 1] as number;
}
