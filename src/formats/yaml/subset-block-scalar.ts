import { newScalar } from './subset-scalar.ts';
import { type Cursor, isLineEnd, OutsideSubset, SPACE } from './subset.ts';
import type { ScalarNode } from './tree.ts';

/** Without `+` and indentation indicator; a comment may follow. */
const HEADER = /([|>]-?) *(?: #.*)?\r?\n/y;

/** A line of the text, without its indentation and line break; the column is undefined for blank lines. */
interface Line {
  readonly column: number | undefined;
  readonly text: string;
  readonly end: number;
}

/**
 * The block scalar (`|` or `>`) of an entry at column `indent`; undefined when there is none. Leaves the cursor at the
 * start of the line after it.
 */
export function readBlockScalar(cursor: Cursor, indent: number): ScalarNode | undefined {
  const { text, at: start } = cursor;
  const sign = text[start];
  if (sign !== '|' && sign !== '>') return undefined;
  HEADER.lastIndex = start;
  const [whole, header] = HEADER.exec(text) ?? [];
  if (whole === undefined || header === undefined) throw new OutsideSubset();
  cursor.at = start + whole.length;
  const lines = readLines(cursor, indent);
  const column = lines.find((line) => line.column !== undefined)?.column;
  const last = lines.at(-1);
  if (column === undefined || !last) throw new OutsideSubset();
  const body = sign === '|' ? unindent(lines, column).join('\n') : fold(lines, column);
  const value = header.endsWith('-') ? body : `${body}\n`;
  const block = { headerEnd: start + header.length, keep: false, column, needsLineEnd: false };
  return newScalar('block', start, last.end, value, value, block);
}

/** Up to the last non-blank line. */
function readLines(cursor: Cursor, indent: number): Line[] {
  const lines: Line[] = [];
  let column: number | undefined;
  let filled = 0;
  while (cursor.at < cursor.text.length) {
    const line = lineAt(cursor);
    if (line.column === undefined) {
      // A blank line with more blanks than the text's indentation would belong to it.
      if (line.text.length > (column ?? indent)) throw new OutsideSubset();
    } else {
      if (line.column <= indent) break;
      column ??= line.column;
      if (line.column < column) throw new OutsideSubset();
      filled = lines.length + 1;
    }
    lines.push(line);
    const newline = cursor.text.indexOf('\n', line.end);
    cursor.at = newline === -1 ? cursor.text.length : newline + 1;
  }
  return lines.slice(0, filled);
}

function lineAt({ text, at }: Cursor): Line {
  let start = at;
  while (text.charCodeAt(start) === SPACE) start += 1;
  if (isLineEnd(text.charCodeAt(start))) return { column: undefined, text: text.slice(at, start), end: start };
  let end = text.indexOf('\n', start);
  if (end === -1) end = text.length;
  else if (text[end - 1] === '\r') end -= 1;
  return { column: start - at, text: text.slice(start, end), end };
}

function unindent(lines: readonly Line[], column: number): string[] {
  return lines.map((line) => (line.column === undefined ? '' : ' '.repeat(line.column - column) + line.text));
}

/** Folds single line breaks into blanks, except around more-indented lines. */
function fold(lines: readonly Line[], column: number): string {
  let value = '';
  let separator = '';
  let wasDeeper = false;
  const first = lines.findIndex((line) => line.column !== undefined);
  value += '\n'.repeat(first);
  for (const line of lines.slice(first)) {
    if (line.column === undefined) {
      if (separator === '\n') value += '\n';
      else separator = '\n';
    } else if (line.column > column) {
      if (separator === ' ') separator = '\n';
      else if (!wasDeeper && separator === '\n') separator = '\n\n';
      value += separator + ' '.repeat(line.column - column) + line.text;
      separator = '\n';
      wasDeeper = true;
    } else {
      value += separator + line.text;
      separator = ' ';
      wasDeeper = false;
    }
  }
  return value;
}
