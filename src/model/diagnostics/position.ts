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

export function positionAt(text: string, offset: number): Position {
  return positionIn(lineStarts(text), offset);
}

export function rangeOf(text: string, span: Span): Range {
  return rangeFinder(text)(span);
}

/** Returns a function that finds ranges in one text. Lines are indexed once, on the first call. */
export function rangeFinder(text: string): (span: Span) => Range {
  let starts: number[] | undefined;
  return ({ start, end }) => {
    starts ??= lineStarts(text);
    return { start: positionIn(starts, start), end: positionIn(starts, end) };
  };
}

/** A line ends at `\n`, `\r\n` or a lone `\r`. A leading byte order mark takes no column. */
function lineStarts(text: string): number[] {
  const starts = [text.charCodeAt(0) === 0xfeff ? 1 : 0];
  for (const { 0: lineEnd, index } of text.matchAll(/\r\n|\n|\r/g)) starts.push(index + lineEnd.length);
  return starts;
}

function positionIn(starts: readonly number[], offset: number): Position {
  let low = 0;
  for (let high = starts.length; high - low > 1;) {
    const middle = (low + high) >> 1;
    if ((starts[middle] as number) <= offset) low = middle;
    else high = middle;
  }
  return { line: low + 1, column: Math.max(0, offset - (starts[low] as number)) + 1, offset };
}
