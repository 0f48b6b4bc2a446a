import { TomlError } from './problem.ts';

/** A read position in a text. */
export interface Cursor {
  readonly text: string;
  at: number;
}

export const TAB = 0x09;
export const LINE_FEED = 0x0a;
export const RETURN = 0x0d;
export const SPACE = 0x20;
export const HASH = 0x23;
const FIRST_PRINTABLE = 0x20;
const DELETE = 0x7f;

/** Whether a string or comment must not contain the character. Line endings and tabs are checked before. */
export function isControl(code: number): boolean {
  return code < FIRST_PRINTABLE || code === DELETE;
}

export function skipBlanks(cursor: Cursor): void {
  const { text } = cursor;
  let { at } = cursor;
  for (let code = text.charCodeAt(at); code === SPACE || code === TAB; code = text.charCodeAt(at)) at += 1;
  cursor.at = at;
}

/** Skips blanks, line endings and comments. */
export function skipSpace(cursor: Cursor): void {
  const { text } = cursor;
  for (;;) {
    const code = text.charCodeAt(cursor.at);
    if (code === LINE_FEED || code === SPACE || code === RETURN || code === TAB) cursor.at += 1;
    else if (code === HASH) skipComment(cursor);
    else return;
  }
}

/** Skips to the end of the line. */
export function skipComment(cursor: Cursor): void {
  const { text } = cursor;
  let { at } = cursor;
  for (; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === LINE_FEED || code === RETURN) break;
    if (isControl(code) && code !== TAB) throw new TomlError('control', at);
  }
  cursor.at = at;
}
