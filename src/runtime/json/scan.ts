import { MOST_DEPTH } from '../../model/json/depth.ts';
import { afterNumber, isDigit, isPrintedAlike, NOT_JSON } from './scan-number.ts';

export { NOT_JSON };

/** Besides `NOT_JSON`, a reason to reject a text. Errors are negative, positions are not. */
export const TOO_DEEP = -2;
/** A relevant key is duplicated or differs in case only, so that two parsers may read different values. */
export const AMBIGUOUS = -3;

const [QUOTE, BACKSLASH, COMMA, COLON] = [0x22, 0x5c, 0x2c, 0x3a];
const [OPEN_MAP, CLOSE_MAP, OPEN_LIST, CLOSE_LIST] = [0x7b, 0x7d, 0x5b, 0x5d];
const [SMALL_T, SMALL_F, SMALL_N, SMALL_U, MINUS] = [0x74, 0x66, 0x6e, 0x75, 0x2d];

/**
 * Keys to find in an object, with the start and end position of each value, or -1. If the scan ended inside a value, it
 * has no end.
 */
export class Keys {
  readonly names: readonly string[];
  readonly found: Int32Array;
  /** Keys to find within the value of each key, if it is an object. */
  readonly within: readonly (Keys | undefined)[];

  constructor(names: readonly string[], within: readonly (Keys | undefined)[] = []) {
    this.names = names;
    this.within = within;
    this.found = new Int32Array(2 * names.length).fill(-1);
  }

  clear(): void {
    this.found.fill(-1);
    for (const keys of this.within) keys?.clear();
  }
}

let isExact = true;

/** Whether parsing and printing the last scanned text preserves all its numbers. */
export function wasExact(): boolean {
  return isExact;
}

/** Validates a text as one JSON object and finds some of its keys. Returns its length, or the reason for rejection. */
export function scanObjectText(text: string, keys: Keys): number {
  isExact = true;
  keys.clear();
  const at = afterSpace(text, 0);
  if (text.charCodeAt(at) !== OPEN_MAP) return NOT_JSON;
  return atEnd(text, scanObject(text, at, keys, 0));
}

/** Validates a text as JSON. Returns its length, or the reason for rejection. */
export function scanText(text: string): number {
  isExact = true;
  return atEnd(text, afterValue(text, afterSpace(text, 0), 0));
}

/** The positions of the elements of a validated list. */
export function elementsOf(text: string): [from: number, to: number][] {
  const elements: [number, number][] = [];
  let position = afterSpace(text, afterSpace(text, 0) + 1);
  while (text.charCodeAt(position) !== CLOSE_LIST) {
    const end = afterValue(text, position, 0);
    elements.push([position, end]);
    position = afterSpace(text, end);
    if (text.charCodeAt(position) === COMMA) position = afterSpace(text, position + 1);
  }
  return elements;
}

export function startsList(text: string): boolean {
  return text.charCodeAt(afterSpace(text, 0)) === OPEN_LIST;
}

function atEnd(text: string, end: number): number {
  if (end < 0) return end;
  return afterSpace(text, end) === text.length ? text.length : NOT_JSON;
}

function scanObject(text: string, at: number, keys: Keys, depth: number): number {
  if (depth >= MOST_DEPTH) return TOO_DEEP;
  const { names, found, within } = keys;
  let position = afterSpace(text, at + 1);
  if (text.charCodeAt(position) === CLOSE_MAP) return position + 1;
  for (;;) {
    const keyEnd = afterString(text, position);
    if (keyEnd < 0) return keyEnd;
    const index = indexOfKey(text, position + 1, keyEnd - 1, names);
    if (index === AMBIGUOUS) return AMBIGUOUS;
    position = afterSpace(text, keyEnd);
    if (text.charCodeAt(position) !== COLON) return NOT_JSON;
    position = afterSpace(text, position + 1);
    const inner = index === -1 ? undefined : within[index];
    const isInner = inner !== undefined && text.charCodeAt(position) === OPEN_MAP;
    if (index !== -1) {
      if (found[2 * index] !== -1) return AMBIGUOUS;
      found[2 * index] = position;
    }
    const end = isInner ? scanObject(text, position, inner, depth + 1) : afterValue(text, position, depth + 1);
    if (end < 0) return end;
    if (index !== -1) found[2 * index + 1] = end;
    position = afterSpace(text, end);
    const mark = text.charCodeAt(position);
    if (mark === CLOSE_MAP) return position + 1;
    if (mark !== COMMA) return NOT_JSON;
    position = afterSpace(text, position + 1);
  }
}

/** Compares in place: allocating a string per key would dominate the cost. */
function indexOfKey(text: string, from: number, to: number, names: readonly string[]): number {
  for (let position = from; position < to; position += 1) {
    const code = text.charCodeAt(position);
    if (code === BACKSLASH || code > 0x7f) return indexOfUnusualKey(text.slice(from - 1, to + 1), names);
  }
  const length = to - from;
  for (let index = 0; index < names.length; index += 1) {
    const name = names[index] as string;
    if (name.length !== length) continue;
    if (text.startsWith(name, from)) return index;
    if (isSameButCase(text, from, name)) return AMBIGUOUS;
  }
  return -1;
}

function isSameButCase(text: string, from: number, name: string): boolean {
  for (let index = 0; index < name.length; index += 1) {
    // ASCII letters differ from their capitals in this bit.
    if (((text.charCodeAt(from + index) ^ name.charCodeAt(index)) & ~0x20) !== 0) return false;
  }
  return true;
}

/** Resolves escapes. Some parsers fold the long s to s and the Kelvin sign to k. */
function indexOfUnusualKey(quoted: string, names: readonly string[]): number {
  const key = JSON.parse(quoted) as string;
  const index = names.indexOf(key);
  if (index !== -1) return index;
  const folded = fold(key);
  return names.some((name) => fold(name) === folded) ? AMBIGUOUS : -1;
}

function fold(key: string): string {
  return key.toUpperCase().toLowerCase();
}

function afterSpace(text: string, at: number): number {
  // Fast path: usually there is no whitespace.
  return text.charCodeAt(at) > 0x20 ? at : afterSpaces(text, at);
}

function afterSpaces(text: string, at: number): number {
  let position = at;
  for (;;) {
    const code = text.charCodeAt(position);
    if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) return position;
    position += 1;
  }
}

/** Stack of open containers: 1 for an object, 0 for a list. Shared, because scanning is synchronous. */
const open = new Uint8Array(MOST_DEPTH);

/** The position after a value at nesting level `depth`. Iterative, so that no text can overflow the stack. */
function afterValue(text: string, at: number, depth: number): number {
  let level = depth;
  let position = at;
  for (;;) {
    const first = text.charCodeAt(position);
    if (first === OPEN_MAP || first === OPEN_LIST) {
      if (level >= MOST_DEPTH) return TOO_DEEP;
      const isMap = first === OPEN_MAP;
      const inside = afterSpace(text, position + 1);
      if (text.charCodeAt(inside) !== closeOf(isMap)) {
        open[level] = isMap ? 1 : 0;
        level += 1;
        position = valueAt(text, inside, isMap);
        if (position < 0) return position;
        continue;
      }
      position = inside + 1;
    } else position = afterScalar(text, position, first);
    while (position >= 0 && level > depth) {
      position = afterSpace(text, position);
      const isMap = open[level - 1] === 1;
      if (text.charCodeAt(position) === COMMA) {
        position = valueAt(text, afterSpace(text, position + 1), isMap);
        break;
      }
      position = text.charCodeAt(position) === closeOf(isMap) ? position + 1 : NOT_JSON;
      level -= 1;
    }
    if (position < 0 || level === depth) return position;
  }
}

function closeOf(isMap: boolean): number {
  return isMap ? CLOSE_MAP : CLOSE_LIST;
}

/** The start of the next value, after its key in an object. */
function valueAt(text: string, at: number, isMap: boolean): number {
  return isMap ? afterKey(text, at) : at;
}

/** The start of the value that belongs to a key. */
function afterKey(text: string, at: number): number {
  const end = afterString(text, at);
  if (end < 0) return end;
  const colon = afterSpace(text, end);
  return text.charCodeAt(colon) === COLON ? afterSpace(text, colon + 1) : NOT_JSON;
}

function afterScalar(text: string, at: number, first: number): number {
  if (first === QUOTE) return afterString(text, at);
  if (first === MINUS || isDigit(first)) {
    const end = afterNumber(text, at);
    if (isExact && end - at > 1) isExact = isPrintedAlike(text, at, end);
    return end;
  }
  if (first === SMALL_T) return text.startsWith('true', at) ? at + 4 : NOT_JSON;
  if (first === SMALL_F) return text.startsWith('false', at) ? at + 5 : NOT_JSON;
  if (first === SMALL_N) return text.startsWith('null', at) ? at + 4 : NOT_JSON;
  return NOT_JSON;
}

/** From this length on, `indexOf` is faster than a loop. */
const LONG = 160;

function afterString(text: string, at: number): number {
  if (text.charCodeAt(at) !== QUOTE) return NOT_JSON;
  let near = at + LONG;
  for (let position = at + 1; position < near; position += 1) {
    const code = text.charCodeAt(position);
    if (code === QUOTE) return position + 1;
    if (code === BACKSLASH) {
      position = endOfEscape(text, position + 1);
      if (position < 0) return NOT_JSON;
      // Strings with escapes usually have many, and then the loop is faster.
      near = position + LONG;
    } else if (!(code >= 0x20)) return NOT_JSON;
  }
  return afterLongString(text, at);
}

const simpleEscapes: ReadonlySet<number> = new Set(Buffer.from('"\\/bfnrt'));

/** The last position of an escape that begins at `at`, after the backslash. */
function endOfEscape(text: string, at: number): number {
  const code = text.charCodeAt(at);
  if (code !== SMALL_U) return simpleEscapes.has(code) ? at : NOT_JSON;
  for (let position = at + 1; position <= at + 4; position += 1) {
    if (!isHex(text.charCodeAt(position))) return NOT_JSON;
  }
  return at + 4;
}

function afterLongString(text: string, at: number): number {
  for (let end = text.indexOf('"', at + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let before = end - 1;
    while (text.charCodeAt(before) === BACKSLASH) before -= 1;
    // A quote after an odd number of backslashes is escaped.
    if ((end - before) % 2 === 1) return isString(text.slice(at, end + 1)) ? end + 1 : NOT_JSON;
  }
  return NOT_JSON;
}

function isString(quoted: string): boolean {
  try {
    JSON.parse(quoted);
    return true;
  } catch {
    return false;
  }
}

function isHex(code: number): boolean {
  return isDigit(code) || (code >= 0x61 && code <= 0x66) || (code >= 0x41 && code <= 0x46);
}
