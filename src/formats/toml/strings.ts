import { escapes } from '../escapes.ts';
import { type Cursor, isControl, LINE_FEED, RETURN, SPACE, TAB } from './cursor.ts';
import { TomlError } from './problem.ts';

export const QUOTE = 0x22;
export const APOSTROPHE = 0x27;
const BACKSLASH = 0x5c;

/** How many hexadecimal digits follow. */
const codePoints: Readonly<Record<string, number>> = { x: 2, u: 4, U: 8 };
const HEX_DIGIT = /^[0-9a-fA-F]$/;
const LARGEST_CODE_POINT = 0x10ffff;

/** Whether a multi-line string starts here, with three quotes. */
export function startsLongString({ text, at }: Cursor): boolean {
  const quote = text.charCodeAt(at);
  return text.charCodeAt(at + 1) === quote && text.charCodeAt(at + 2) === quote;
}

/** The single-line string at the cursor, in either kind of quotes. */
export function readString(cursor: Cursor): string {
  const { text } = cursor;
  const quote = text.charCodeAt(cursor.at);
  const start = cursor.at + 1;
  for (let at = start; ; at += 1) {
    const code = text.charCodeAt(at);
    if (code === quote) {
      cursor.at = at + 1;
      return text.slice(start, at);
    }
    if (code === BACKSLASH && quote === QUOTE) {
      cursor.at = at;
      return text.slice(start, at) + readRest(cursor);
    }
    if (!(code >= SPACE) || isControl(code)) requireText(code, at);
  }
}

/** Reads the rest of a string that contains an escape sequence. */
function readRest(cursor: Cursor): string {
  const { text } = cursor;
  let value = '';
  let start = cursor.at;
  for (;;) {
    const code = text.charCodeAt(cursor.at);
    if (code === BACKSLASH) {
      value += text.slice(start, cursor.at) + readEscape(cursor);
      start = cursor.at;
      continue;
    }
    cursor.at += 1;
    if (code === QUOTE) return value + text.slice(start, cursor.at - 1);
    if (!(code >= SPACE) || isControl(code)) requireText(code, cursor.at - 1);
  }
}

/** `code` is NaN at the end of the text. */
function requireText(code: number, at: number): void {
  if (code === TAB) return;
  if (code === LINE_FEED || code === RETURN || Number.isNaN(code)) throw new TomlError('unclosed-string', at);
  throw new TomlError('control', at);
}

/** Decodes the escape sequence at the cursor. */
function readEscape(cursor: Cursor): string {
  const { text } = cursor;
  const at = cursor.at + 1;
  const letter = text[at] ?? '';
  const plain = Object.hasOwn(escapes, letter) ? escapes[letter] : undefined;
  if (plain !== undefined) {
    cursor.at = at + 1;
    return plain;
  }
  const digits = Object.hasOwn(codePoints, letter) ? codePoints[letter] : undefined;
  if (digits === undefined) throw new TomlError('escape', at);
  let end = at + 1;
  while (end <= at + digits && HEX_DIGIT.test(text[end] ?? '')) end += 1;
  if (end <= at + digits) throw end < text.length ? new TomlError('escape', at) : new TomlError('unclosed-string', end);
  const code = Number.parseInt(text.slice(at + 1, end), 16);
  if (code > LARGEST_CODE_POINT || (code >= 0xd800 && code <= 0xdfff)) throw new TomlError('code-point', end - 1);
  cursor.at = end;
  return String.fromCodePoint(code);
}

/** The multi-line string at the cursor. Its line endings become line feeds. */
export function readLongString(cursor: Cursor): string {
  const { text } = cursor;
  const quote = text.charCodeAt(cursor.at);
  cursor.at += 3;
  skipLineEnd(cursor);
  let value = '';
  for (let start = cursor.at; ;) {
    const code = text.charCodeAt(cursor.at);
    if (code === quote) {
      const quotes = countQuotes(cursor, quote);
      if (quotes > 5) throw new TomlError('quotes', cursor.at);
      cursor.at += quotes;
      if (quotes >= 3) return value + text.slice(start, cursor.at - 3);
    } else if (code === RETURN && text.charCodeAt(cursor.at + 1) === LINE_FEED) {
      value += text.slice(start, cursor.at);
      start = cursor.at + 1;
      cursor.at += 2;
    } else if (code === BACKSLASH && quote === QUOTE) {
      value += text.slice(start, cursor.at) + (skipFold(cursor) ? '' : readEscape(cursor));
      start = cursor.at;
    } else {
      if (Number.isNaN(code)) throw new TomlError('unclosed-string', cursor.at);
      if (isControl(code) && code !== LINE_FEED && code !== RETURN && code !== TAB)
        throw new TomlError('control', cursor.at);
      cursor.at += 1;
    }
  }
}

function countQuotes({ text, at }: Cursor, quote: number): number {
  let count = 1;
  while (count <= 5 && text.charCodeAt(at + count) === quote) count += 1;
  return count;
}

function skipLineEnd(cursor: Cursor): void {
  const { text } = cursor;
  if (text.charCodeAt(cursor.at) === RETURN) cursor.at += 1;
  if (text.charCodeAt(cursor.at) === LINE_FEED) cursor.at += 1;
}

/** A backslash at the end of a line removes the line ending and the whitespace after it. */
function skipFold(cursor: Cursor): boolean {
  const { text } = cursor;
  let at = cursor.at + 1;
  while (isBlank(text.charCodeAt(at))) at += 1;
  if (!isLineEnd(text.charCodeAt(at))) {
    if (at < text.length) return false;
    throw new TomlError('unclosed-string', at);
  }
  while (isBlank(text.charCodeAt(at)) || isLineEnd(text.charCodeAt(at))) at += 1;
  cursor.at = at;
  return true;
}

function isBlank(code: number): boolean {
  return code === SPACE || code === TAB;
}

function isLineEnd(code: number): boolean {
  return code === LINE_FEED || code === RETURN;
}
