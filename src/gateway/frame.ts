import { repeatsKeys } from '../runtime/json/repeated-keys.ts';
import {
  AMBIGUOUS,
  elementsOf,
  Keys,
  scanObjectText,
  scanText,
  startsList,
  TOO_DEEP,
  wasExact,
} from '../runtime/json/scan.ts';
import { BadMessage, INVALID_REQUEST, PARSE_ERROR } from './bad-message.ts';
import type { Frame, JsonObject, JsonRpcMessage, Span, Spans } from './session.ts';

/**
 * The messages in a text: one, or a list of them as the revision of March 2025 allowed. All of the text is validated, so
 * that a frame holds nothing that another reader could refuse or read in another way.
 */
export function readFrames(text: string): readonly (Frame | BadMessage)[] {
  if (!startsList(text)) return [readFrame(text)];
  const end = scanText(text);
  if (end < 0) return [new BadMessage(PARSE_ERROR, reasons[end] ?? notJson)];
  const elements = elementsOf(text);
  if (elements.length === 0) return [new BadMessage(INVALID_REQUEST, 'The list of messages is empty.')];
  return elements.map(([from, to]) => readFrame(text.slice(from, to)));
}

/** The same for a text that holds one message. */
export function readFrame(text: string): Frame | BadMessage {
  const end = scanObjectText(text, top);
  if (end < 0) return badText(text, end);
  const fault = shapeFault(text, textAt(text, top, ID));
  if (fault !== undefined) return new BadMessage(INVALID_REQUEST, fault, scalarIdAt(text), seemsRequest());
  return new ScannedFrame(text, envelope(text));
}

const notJson = 'The text is not valid JSON.';
const reasons: Readonly<Record<number, string>> = {
  [TOO_DEEP]: 'The message is nested more than 256 levels deep.',
  [AMBIGUOUS]: 'A key occurs twice, or in another case, so that readers may disagree about the message.',
};

function badText(text: string, fault: number): BadMessage {
  const id = scalarIdAt(text) ?? idAtEnd.exec(text)?.[1];
  const isRequest = seemsRequest();
  if (fault === AMBIGUOUS) return new BadMessage(INVALID_REQUEST, reasons[fault] ?? '', id, isRequest);
  const isOther = fault !== TOO_DEEP && scanText(text) >= 0;
  if (isOther) return new BadMessage(INVALID_REQUEST, 'A message must be a JSON object.');
  return new BadMessage(PARSE_ERROR, reasons[fault] ?? notJson, id, isRequest);
}

function seemsRequest(): boolean {
  return at(top, METHOD) !== -1 || at(top, PARAMS) !== -1;
}

/** What was found before the fault. */
function scalarIdAt(text: string): string | undefined {
  const id = textAt(text, top, ID);
  return id !== undefined && /^["\d-]/.test(id) ? id : undefined;
}

/** Some write the id last, behind what is wrong. */
const idAtEnd = /,\s{0,9}"id"\s{0,9}:\s{0,9}(\d{1,15}|"[\w-]{1,99}")\s{0,9}\}\s{0,9}$/;

/** What keeps a JSON object from being a message that everybody reads in the same way. */
function shapeFault(text: string, idText: string | undefined): string | undefined {
  const [isAnswer, isError] = [at(top, RESULT) !== -1, at(top, ERROR) !== -1];
  const method = at(top, METHOD);
  if (method === -1) {
    if (idText === undefined) return 'The message has neither an id nor a method.';
    if (!/^["\dn-]/.test(idText)) return badId;
    return isAnswer === isError ? 'An answer must have either a result or an error.' : undefined;
  }
  if (idText !== undefined && !isExactId(idText)) return badId;
  if (text.charCodeAt(method) !== QUOTE) return 'The method must be a string.';
  if (isAnswer || isError) return 'A message with a method must not have a result or an error.';
  const token = textAt(text, meta, PROGRESS);
  if (token !== undefined && !isExactId(token)) return 'The progress token must be a string or an integer.';
  const from = at(top, PARAMS);
  if (from === -1) return undefined;
  return text[from] === '{' || text.startsWith('null', from) ? undefined : 'The params must be an object.';
}

const badId = 'The id must be a string or an integer.';

/** Whether the answer to a request can name it in the same words. */
function isExactId(text: string): boolean {
  return text.charCodeAt(0) === QUOTE || (/^[\d-]/.test(text) && String(Number(text)) === text);
}

export function frameOf(message: JsonRpcMessage): Frame {
  return { message };
}

/** Valid JSON, for the wire. */
export function textOf({ text, message }: Frame): string {
  return text ?? JSON.stringify(message);
}

/** All of a message, however large. */
export function wholeOf({ isPartial, message, text = '' }: Frame): JsonRpcMessage {
  if (!isPartial) return message;
  const { params, ...others } = JSON.parse(text) as JsonRpcMessage & { readonly params?: JsonObject | null };
  // Some send null for none.
  return params == null ? others : { ...others, params };
}

/** Whether an object anywhere in a message has a key twice. */
export function repeatsKeysIn({ text }: Frame): boolean {
  return text !== undefined && repeatsKeys(text);
}

/** All of a message, to be printed again with changes. Throws where that would change one of its numbers. */
export function reprintable(frame: Frame): JsonRpcMessage {
  if (frame.text !== undefined) requireExact(frame.text);
  return wholeOf(frame);
}

/** Throws when a JSON text has numbers that JavaScript would print in another way. */
export function requireExact(text: string): void {
  scanText(text);
  if (!wasExact()) throw new InexactNumber();
}

/** A message has to be printed again, and one of its numbers is none that JavaScript prints as the same number. */
export class InexactNumber extends Error {
  constructor() {
    super('The message holds a number that cannot be passed on unchanged.');
  }
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
const [ID, METHOD, PARAMS, RESULT, ERROR] = [0, 1, 2, 3, 4];
const PROGRESS = 0;
const [NAME, URI, META, STATE, TASK, TASK_ID, ARGUMENTS, TOKEN] = [0, 1, 2, 3, 4, 5, 6, 7];

/** A message that was validated but not parsed. */
export class ScannedFrame implements Frame {
  readonly isPartial = true;
  readonly text: string;
  readonly message: JsonRpcMessage;
  readonly idFrom = at(top, ID);
  readonly idTo = behind(top, ID);
  readonly nameFrom = at(params, NAME);
  readonly nameTo = behind(params, NAME);

  /** Of the text that has just been scanned. */
  constructor(text: string, message: JsonRpcMessage) {
    this.text = text;
    this.message = message;
  }

  /** Most messages pass without, so they are not kept. */
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

const [QUOTE, ONE, NINE, OPEN_MAP] = [0x22, 0x31, 0x39, 0x7b];
const LONG_NUMBER = 16;
const PLAIN_TEXT = /^[ !#-[\]-~]*$/;

function textAt(text: string, keys: Keys, key: number): string | undefined {
  const to = behind(keys, key);
  return to === -1 ? undefined : text.slice(at(keys, key), to);
}

function spanAt(keys: Keys, key: number): Span {
  return [at(keys, key), behind(keys, key)];
}

function at({ found }: Keys, key: number): number {
  return found[2 * key] as number;
}

function behind({ found }: Keys, key: number): number {
  return found[2 * key + 1] as number;
}
