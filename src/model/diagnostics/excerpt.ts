import { hiddenSpans, MASK, replaceSpans, type Span } from '../secrets/hidden-spans.ts';
import { LONGEST_WHOLE, windowStart } from '../secrets/mask-window.ts';
import { visible } from '../visible.ts';
import type { Range } from './position.ts';

const MAX_WIDTH = 100;

/**
 * The line of a diagnostic with a caret below it. Secrets are masked and the caret moves accordingly; a tab becomes one
 * space so that the caret lines up; a long line is cut around the position.
 */
export function excerpt(text: string, range: Range): string[] {
  const { line, offset } = range.start;
  const start = Math.max(offset - range.start.column + 1, text.startsWith('\ufeff') ? 1 : 0);
  const length = text.slice(start).search(/[\r\n]|$/);
  const spans = spansInLine(text, start, start + length);
  const column = shownColumn(range.start.column, spans);
  const end = shownColumn(range.end.line === line ? range.end.column : length + 1, spans);
  const shift = column > MAX_WIDTH - 20 ? column - Math.floor(MAX_WIDTH / 2) : 0;
  const source = replaceSpans(text.slice(start, start + length), spans, () => MASK).replaceAll('\t', ' ');
  const shown = visible(source).slice(shift, shift + MAX_WIDTH);
  const gutter = String(line);
  const width = Math.max(1, Math.min(end - column, MAX_WIDTH - (column - 1 - shift)));
  const blank = ' '.repeat(gutter.length);
  return [`${gutter} | ${shown}`.trimEnd(), `${blank} | ${' '.repeat(column - 1 - shift)}${'^'.repeat(width)}`];
}

/** The name that marks a value as secret may be on a line above; a value can extend to the end of its line. */
function spansInLine(text: string, start: number, end: number): Span[] {
  const from = windowStart(text, start);
  const next = text.indexOf('\n', end);
  const until = next === -1 || text.length <= LONGEST_WHOLE ? text.length : next + 1;
  return hiddenSpans(text.slice(from, until)).flatMap((span) => {
    const here = { start: Math.max(span.start + from - start, 0), end: Math.min(span.end + from, end) - start };
    return here.end > here.start ? [here] : [];
  });
}

/** Maps a column of the source to the masked line; a column inside a secret becomes the start of its mask. */
function shownColumn(column: number, spans: readonly Span[]): number {
  let moved = 0;
  for (const { start, end } of spans) {
    if (column - 1 <= start) break;
    if (column - 1 < end) return start + 1 + moved;
    moved += MASK.length - (end - start);
  }
  return column + moved;
}
