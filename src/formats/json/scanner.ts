import { Literal } from '../../model/value.ts';

const SLASH = 0x2f;
const STAR = 0x2a;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const FIRST_PRINTABLE = 0x20;
const LINE_FEED = 0x0a;
const RETURN = 0x0d;
/** Shorter numbers are always exact. */
const LONG_NUMBER = 16;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const WORD = /[\p{L}\p{N}_$.+-]+/uy;
// oxlint-disable-next-line no-control-regex -- JSON forbids exactly these inside strings.
const CONTROL = /[\u0000-\u001f]/;

/** The end of a `//` or block comment at `offset`, or `offset` when there is none. */
export function skipComment(text: string, offset: number): number {
  if (text.charCodeAt(offset) !== SLASH) return offset;
  const second = text.charCodeAt(offset + 1);
  if (second === STAR) {
    const close = text.indexOf('*/', offset + 2);
    return close === -1 ? text.length : close + 2;
  }
  if (second !== SLASH) return offset;
  let end = offset + 2;
  while (end < text.length && text[end] !== '\n' && text[end] !== '\r') end += 1;
  return end;
}

interface StringToken {
  readonly end: number;
  readonly value: string;
  /** The error and its offset. */
  readonly issue?: { readonly problem: string; readonly at: number; readonly hint: string };
}

/** Reads the string whose opening quote is at `start`. */
export function readString(text: string, start: number): StringToken {
  let close = start + 1;
  let code = text.charCodeAt(close);
  while (code !== QUOTE && code !== BACKSLASH && code >= FIRST_PRINTABLE) {
    close += 1;
    code = text.charCodeAt(close);
  }
  if (code === QUOTE) return { end: close + 1, value: text.slice(start + 1, close) };

  close = stringEnd(text, start);
  if (text.charCodeAt(close) !== QUOTE) {
    const issue = { problem: 'this string is not closed', at: start, hint: 'add a closing quote' };
    return { end: close, value: text.slice(start + 1, close), issue };
  }
  const raw = text.slice(start, close + 1);
  try {
    return { end: close + 1, value: JSON.parse(raw) as string };
  } catch {
    return { end: close + 1, value: raw.slice(1, -1), issue: stringIssue(raw, start) };
  }
}

/** Offset of the closing quote, or of the end of the line. */
function stringEnd(text: string, start: number): number {
  let end = start + 1;
  while (end < text.length) {
    const code = text.charCodeAt(end);
    if (code === QUOTE || code === LINE_FEED || code === RETURN) return end;
    const next = text.charCodeAt(end + 1);
    end += code === BACKSLASH && next !== LINE_FEED && next !== RETURN ? 2 : 1;
  }
  return text.length;
}

function stringIssue(raw: string, start: number): { problem: string; at: number; hint: string } {
  const escape = /\\(?!["\\/bfnrt]|u[0-9a-fA-F]{4})/.exec(raw.replaceAll('\\\\', '  '));
  if (escape) {
    const problem = `${JSON.stringify(raw.slice(escape.index, escape.index + 2)).slice(1, -1)} is not an escape sequence`;
    return { problem, at: start + escape.index, hint: 'write a backslash as two backslashes' };
  }
  const at = start + Math.max(0, raw.search(CONTROL));
  return { problem: 'this string contains a control character', at, hint: 'write it as an escape such as \\t' };
}

/**
 * The number, unless a double would change it. For short numbers only the spelling can differ, and it is kept anyway.
 */
export function exactNumber(source: string): number | undefined {
  const value = Number(source);
  return Number.isFinite(value) && (source.length < LONG_NUMBER || String(value) === source) ? value : undefined;
}

/** Reads a number; an inexact one keeps its text. Undefined when there is none. */
export function readNumber(text: string, start: number): { end: number; value: number | Literal } | undefined {
  NUMBER.lastIndex = start;
  const match = NUMBER.exec(text);
  if (!match) return undefined;
  const source = match[0];
  return { end: start + source.length, value: exactNumber(source) ?? new Literal('number', source) };
}

/** A run of letters and digits from `start`: a literal such as `true`, or an unquoted string. */
export function readWord(text: string, start: number): string {
  WORD.lastIndex = start;
  return WORD.exec(text)?.[0] ?? '';
}
