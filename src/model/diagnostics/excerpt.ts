import { hiddenSpans, MASK, replaceSpans } from '../secrets/hidden-spans.ts';
import { firstFrom, merged, type Span } from '../secrets/spans.ts';
import { visible } from '../visible.ts';
import type { Range } from './position.ts';

const MAX_WIDTH = 100;

/**
 * The line of a diagnostic with a caret below it. Secrets are masked and the caret moves accordingly; a tab becomes one
 * space so that the caret lines up; a long line is cut around the position. `inDocument` are the secrets that a parser of
 * the file finds, each within one line.
 */
export function excerpt(text: string, range: Range, inDocument: readonly Span[] = []): string[] {
  const { line, offset } = range.start;
  const start = Math.max(offset - range.start.column + 1, text.startsWith('\ufeff') ? 1 : 0);
  const length = text.slice(start).search(/[\r\n]|$/);
  const spans = spansInLine(text, start, start + length, inDocument);
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

/** What was found in the text that was asked about last: a text can have many diagnostics. */
let last: { readonly text: string; readonly spans: readonly Span[] } = { text: '', spans: [] };

/** Lines above and below may decide what is hidden in a line, so the whole text is searched. */
function spansInLine(text: string, start: number, end: number, inDocument: readonly Span[]): Span[] {
  if (last.text !== text) last = { text, spans: hiddenSpans(text) };
  const found: Span[] = [];
  for (const spans of [last.spans, inDocument]) {
    for (let index = firstFrom(spans, start); index < spans.length; index += 1) {
      const span = spans[index] as Span;
      if (span.start >= end) break;
      found.push({ start: span.start - start, end: Math.min(span.end, end) - start });
    }
  }
  return merged(found);
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
