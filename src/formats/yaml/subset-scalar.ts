import type { Value } from '../../model/value.ts';
import { escapes } from '../escapes.ts';
import { coreNumber } from './number.ts';
import { type Cursor, isLineEnd, OutsideSubset, SPACE } from './subset.ts';
import type { BlockScalar, ScalarNode } from './tree.ts';

const QUOTE = 0x22;
const APOSTROPHE = 0x27;
const HASH = 0x23;
const COLON = 0x3a;
const DASH = 0x2d;
const BACKSLASH = 0x5c;

const ESCAPES: Readonly<Record<string, string>> = { ...escapes, '/': '/', 0: '\0' };
const CODE_POINT = /x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})/y;
/** Characters with another meaning at the start of a scalar, or only in some places. */
const NOT_A_START = codesOf('?:,[]{}#&*!|>\'"%@`');
const FLOW_SIGNS = codesOf(',[]{}');
const WORDS = new Map<string, Value>([
  ...['null', 'Null', 'NULL', '~'].map((word): [string, null] => [word, null]),
  ...['true', 'True', 'TRUE'].map((word): [string, boolean] => [word, true]),
  ...['false', 'False', 'FALSE'].map((word): [string, boolean] => [word, false]),
]);
const LONGEST_WORD = 5;
const MAYBE_NUMBER = /^[-+.\d]/;

function codesOf(signs: string): Set<number> {
  return new Set(signs.split('').map((sign) => sign.charCodeAt(0)));
}

export function newScalar(
  style: ScalarNode['style'],
  start: number,
  end: number,
  source: string,
  value: Value,
  block?: BlockScalar,
): ScalarNode {
  return { kind: 'scalar', style, start, end, props: undefined, source, value, size: 1, block };
}

/** A single-line quoted string; undefined when there is none. */
export function readQuoted(cursor: Cursor): ScalarNode | undefined {
  const start = cursor.at;
  const quote = cursor.text.charCodeAt(start);
  if (quote !== QUOTE && quote !== APOSTROPHE) return undefined;
  const source = quote === QUOTE ? readDouble(cursor) : readSingle(cursor);
  return newScalar(quote === QUOTE ? 'double' : 'single', start, cursor.at, source, source);
}

function readDouble(cursor: Cursor): string {
  const { text } = cursor;
  let source = '';
  let from = cursor.at + 1;
  for (let at = from; ; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) {
      cursor.at = at + 1;
      return source + text.slice(from, at);
    }
    if (isLineEnd(code)) throw new OutsideSubset();
    if (code !== BACKSLASH) continue;
    source += text.slice(from, at);
    cursor.at = at + 1;
    source += readEscape(cursor);
    from = cursor.at;
    at = from - 1;
  }
}

/** Decodes the escape sequence after a backslash. */
function readEscape(cursor: Cursor): string {
  const { text, at } = cursor;
  const letter = text[at] ?? '';
  cursor.at += 1;
  if (Object.hasOwn(ESCAPES, letter)) return ESCAPES[letter] as string;
  CODE_POINT.lastIndex = at;
  const found = CODE_POINT.exec(text);
  if (!found) throw new OutsideSubset();
  cursor.at = at + found[0].length;
  return String.fromCodePoint(Number.parseInt((found[1] ?? found[2]) as string, 16));
}

function readSingle(cursor: Cursor): string {
  const { text } = cursor;
  const from = cursor.at + 1;
  for (let at = from; ; at += 1) {
    const code = text.charCodeAt(at);
    if (isLineEnd(code)) throw new OutsideSubset();
    if (code !== APOSTROPHE) continue;
    if (text.charCodeAt(at + 1) === APOSTROPHE) {
      at += 1;
      continue;
    }
    cursor.at = at + 1;
    const source = text.slice(from, at);
    return source.includes("'") ? source.replaceAll("''", "'") : source;
  }
}

/** A plain scalar, up to the end of its line, a comment or, in brackets, the next indicator. */
export function readPlain(cursor: Cursor, inFlow: boolean): ScalarNode {
  const { text } = cursor;
  const start = cursor.at;
  if (!startsPlain(text, start)) throw new OutsideSubset();
  let end = start;
  let at = start;
  for (; ; at += 1) {
    const code = text.charCodeAt(at);
    if (code === SPACE) continue;
    if (isLineEnd(code) || (code === HASH && text.charCodeAt(at - 1) === SPACE)) break;
    if (inFlow && FLOW_SIGNS.has(code)) break;
    if (code === COLON && endsKey(text, at, inFlow)) throw new OutsideSubset();
    end = at + 1;
  }
  cursor.at = at;
  const source = text.slice(start, end);
  return newScalar('plain', start, end, source, plainValue(source));
}

export function startsPlain(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  if (code !== DASH) return !NOT_A_START.has(code);
  const next = text.charCodeAt(at + 1);
  return next !== SPACE && !isLineEnd(next) && !FLOW_SIGNS.has(next);
}

/** Whether the colon here ends a key. */
function endsKey(text: string, at: number, inFlow: boolean): boolean {
  const next = text.charCodeAt(at + 1);
  return next === SPACE || isLineEnd(next) || (inFlow && FLOW_SIGNS.has(next));
}

/** The key that starts here, if this line has one; leaves the cursor at its colon. */
export function readKey(cursor: Cursor, inFlow: boolean): ScalarNode | undefined {
  const { text, at: start } = cursor;
  const quoted = readQuoted(cursor);
  if (quoted) {
    if (text.charCodeAt(cursor.at) === COLON && (inFlow || endsKey(text, cursor.at, false))) return quoted;
    cursor.at = start;
    return undefined;
  }
  if (!startsPlain(text, start)) return undefined;
  for (let at = start + 1; ; at += 1) {
    const code = text.charCodeAt(at);
    if (isLineEnd(code)) return undefined;
    if (code === HASH && text.charCodeAt(at - 1) === SPACE) return undefined;
    if (inFlow && FLOW_SIGNS.has(code)) return undefined;
    if (code !== COLON || !endsKey(text, at, inFlow)) continue;
    if (text.charCodeAt(at - 1) === SPACE) throw new OutsideSubset();
    cursor.at = at;
    const source = text.slice(start, at);
    return newScalar('plain', start, at, source, plainValue(source));
  }
}

function plainValue(source: string): Value {
  if (source.length <= LONGEST_WORD) {
    const value = WORDS.get(source);
    if (value !== undefined) return value;
  }
  return MAYBE_NUMBER.test(source) ? (coreNumber(source) ?? source) : source;
}
