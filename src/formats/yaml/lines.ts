import { isBlank, lineEnd, lineStart, previousLineEnd } from '../layout.ts';

/** Start of the next line, or undefined on the last one. */
function nextLine(text: string, offset: number): number | undefined {
  const newline = text.indexOf('\n', offset);
  return newline === -1 ? undefined : newline + 1;
}

function blanksBefore(line: string): number {
  return (/^[ \t]*/.exec(line) as RegExpExecArray)[0].length;
}

/**
 * The end of the last line of an entry whose content ends at `offset`, including a comment on that line and following
 * comment lines indented deeper than the entry.
 */
export function bodyEnd(text: string, offset: number, column: number): number {
  let end = lineEnd(text, offset);
  for (let at = nextLine(text, end); at !== undefined; at = nextLine(text, at)) {
    const to = lineEnd(text, at);
    const line = text.slice(at, to);
    const indent = blanksBefore(line);
    if (indent === line.length) continue;
    if (line[indent] !== '#' || indent <= column) break;
    end = to;
  }
  return end;
}

/** The start of an entry's first line, including comments directly above it at its column. */
export function ownedLineStart(text: string, start: number, floor: number): number {
  let from = lineStart(text, start);
  const column = start - from;
  for (;;) {
    const end = previousLineEnd(text, from);
    if (end === from) return from;
    const above = lineStart(text, end);
    const line = text.slice(above, end);
    if (above < floor || line[column] !== '#' || blanksBefore(line) !== column) return from;
    from = above;
  }
}

/** Whether there are only blanks between the start of the line and `offset`. */
export function startsLine(text: string, offset: number): boolean {
  return isBlank(text.slice(lineStart(text, offset), offset));
}

/** The blank lines directly below the line that ends at `end`, and the end of the last one. */
export function blankLinesBelow(text: string, end: number): { lines: string[]; end: number; terminated: boolean } {
  const lines: string[] = [];
  let last = end;
  for (let at = nextLine(text, end); at !== undefined; at = nextLine(text, at)) {
    const to = lineEnd(text, at);
    const line = text.slice(at, to);
    if (!isBlank(line) || (to === text.length && line === '')) break;
    lines.push(line);
    last = to;
  }
  return { lines, end: last, terminated: last < text.length };
}

/**
 * Whether a block scalar of an entry at `column` can end with this line: a line break must follow, and nothing that
 * would become part of its text.
 */
export function allowsBlockScalar(text: string, end: number, column: number): boolean {
  if (end >= text.length) return false;
  const below = blankLinesBelow(text, end);
  if (below.lines.some((line) => line !== '')) return false;
  const next = nextLine(text, below.end);
  return next === undefined || blanksBefore(text.slice(next, lineEnd(text, next))) <= column;
}

/** After the line break at `offset`, or `offset` at the end of the text. */
export function skipLineEnd(text: string, offset: number): number {
  return nextLine(text, offset) ?? text.length;
}

/** The offset after the last non-blank character before `offset`. */
export function trimBack(text: string, offset: number): number {
  let end = offset;
  while (text[end - 1] === ' ' || text[end - 1] === '\t') end -= 1;
  return end;
}
