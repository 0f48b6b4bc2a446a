import type { Span } from './session.ts';

const [QUOTE, BACKSLASH, COMMA, COLON] = [0x22, 0x5c, 0x2c, 0x3a];
const [OPEN_MAP, CLOSE_MAP, OPEN_LIST, CLOSE_LIST] = [0x7b, 0x7d, 0x5b, 0x5d];

/** Something that only a real parser should decide about. */
const UNUSUAL = -1;

/**
 * Looks for some keys of the object that begins at `at`, without building anything. What lies between is stepped over:
 * in a text that is JSON the places are right; a text that is not may pass. Gives the position behind the object, or
 * -1 for whatever is unusual: keys that come twice or are spelled with escapes.
 *
 * `found` gets first and last position of the value of each key, two numbers a key. `inner` may step into a value.
 */
export function scanObject(
  text: string,
  at: number,
  keys: readonly string[],
  found: number[],
  inner?: (key: number, at: number) => number,
): number {
  if (text.charCodeAt(at) !== OPEN_MAP) return UNUSUAL;
  let position = afterSpace(text, at + 1);
  if (text.charCodeAt(position) === CLOSE_MAP) return position + 1;
  for (;;) {
    const keyEnd = afterString(text, position);
    if (keyEnd === UNUSUAL) return UNUSUAL;
    const key = text.slice(position + 1, keyEnd - 1);
    if (key.includes('\\')) return UNUSUAL;
    position = afterSpace(text, keyEnd);
    if (text.charCodeAt(position) !== COLON) return UNUSUAL;
    position = afterSpace(text, position + 1);
    const index = keys.indexOf(key);
    if (index !== -1 && found[2 * index] !== undefined) return UNUSUAL;
    const end = (index !== -1 && inner?.(index, position)) || afterValue(text, position);
    if (end === UNUSUAL) return UNUSUAL;
    if (index !== -1) {
      found[2 * index] = position;
      found[2 * index + 1] = end;
    }
    position = afterSpace(text, end);
    const mark = text.charCodeAt(position);
    if (mark === CLOSE_MAP) return position + 1;
    if (mark !== COMMA) return UNUSUAL;
    position = afterSpace(text, position + 1);
  }
}

export function spanAt(found: readonly number[], key: number): Span | undefined {
  const [from, to] = [found[2 * key], found[2 * key + 1]];
  return from === undefined || to === undefined ? undefined : [from, to];
}

export function afterSpace(text: string, at: number): number {
  let position = at;
  while (isSpace(text.charCodeAt(position))) position += 1;
  return position;
}

function isSpace(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;
}

function afterString(text: string, at: number): number {
  if (text.charCodeAt(at) !== QUOTE) return UNUSUAL;
  for (let end = text.indexOf('"', at + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let before = end - 1;
    while (text.charCodeAt(before) === BACKSLASH) before -= 1;
    // A quote behind an odd number of backslashes belongs to the text.
    if ((end - before) % 2 === 1) return end + 1;
  }
  return UNUSUAL;
}

function afterValue(text: string, at: number): number {
  const first = text.charCodeAt(at);
  if (first === QUOTE) return afterString(text, at);
  if (first === OPEN_MAP || first === OPEN_LIST) return afterNested(text, at);
  let end = at;
  while (isLiteral(text.charCodeAt(end))) end += 1;
  return end === at ? UNUSUAL : end;
}

/** Digits, letters, signs and the point: a number, true, false or null. */
function isLiteral(code: number): boolean {
  return (code >= 0x30 && code <= 0x39) || (code >= 0x61 && code <= 0x7a) || code === 0x2d || isRare(code);
}

function isRare(code: number): boolean {
  return code === 0x2b || code === 0x2e || code === 0x45;
}

function afterNested(text: string, at: number): number {
  const { length } = text;
  let depth = 0;
  for (let position = at; position < length; position += 1) {
    const code = text.charCodeAt(position);
    if (code === QUOTE) {
      position = afterString(text, position) - 1;
      if (position < 0) return UNUSUAL;
    } else if (code === OPEN_MAP || code === OPEN_LIST) depth += 1;
    else if (code === CLOSE_MAP || code === CLOSE_LIST) {
      depth -= 1;
      if (depth === 0) return position + 1;
    }
  }
  return UNUSUAL;
}
