/** Half-open range of offsets into a text. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Line and column count from 1, as editors show them; a column is a UTF-16 unit. */
export interface Position {
  readonly line: number;
  readonly column: number;
  readonly offset: number;
}

export interface Range {
  readonly start: Position;
  readonly end: Position;
}

/** A line ends at `\n`, `\r\n` or a lone `\r`. A leading byte order mark takes no column. */
export function positionAt(text: string, offset: number): Position {
  let line = 1;
  let lineStart = text.charCodeAt(0) === 0xfeff ? 1 : 0;
  const breaks = /\r\n|\n|\r/g;
  for (let match = breaks.exec(text); match && breaks.lastIndex <= offset; match = breaks.exec(text)) {
    line += 1;
    lineStart = breaks.lastIndex;
  }
  return { line, column: Math.max(0, offset - lineStart) + 1, offset };
}

export function rangeOf(text: string, span: Span): Range {
  return { start: positionAt(text, span.start), end: positionAt(text, span.end) };
}
