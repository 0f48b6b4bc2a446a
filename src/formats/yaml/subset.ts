/** A read position in a text. */
export interface Cursor {
  readonly text: string;
  at: number;
}

/** Thrown for syntax outside the subset, which only the library can judge. */
export class OutsideSubset extends Error {}

export const SPACE = 0x20;
const LINE_FEED = 0x0a;
const RETURN = 0x0d;

/** The end of the text counts too; its code is NaN. */
export function isLineEnd(code: number): boolean {
  return code === LINE_FEED || code === RETURN || Number.isNaN(code);
}

export function skipSpaces(cursor: Cursor): void {
  const { text } = cursor;
  while (text.charCodeAt(cursor.at) === SPACE) cursor.at += 1;
}
