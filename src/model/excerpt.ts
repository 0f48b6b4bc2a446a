import type { Range } from './position.ts';
import { maskLine } from './secret.ts';
import { visible } from './visible.ts';

const MAX_WIDTH = 100;
/** Room for the name of a secret whose value stands on a line of its own. */
const LINES_ABOVE = 3;

/**
 * The line of a finding with a caret under it. Secrets are masked; a tab becomes a blank so that the caret fits; a long
 * line is cut around the place.
 */
export function excerpt(text: string, range: Range): string[] {
  const { line, column, offset } = range.start;
  const start = Math.max(offset - column + 1, text.startsWith('\ufeff') ? 1 : 0);
  const length = text.slice(start).search(/[\r\n]|$/);
  const end = range.end.line === line ? range.end.column : length + 1;
  const shift = column > MAX_WIDTH - 20 ? column - Math.floor(MAX_WIDTH / 2) : 0;
  const source = maskedLine(text, start, start + length).replaceAll('\t', ' ');
  const shown = visible(source).slice(shift, shift + MAX_WIDTH);
  const gutter = String(line);
  const width = Math.max(1, Math.min(end - column, MAX_WIDTH - (column - 1 - shift)));
  const blank = ' '.repeat(gutter.length);
  return [`${gutter} | ${shown}`.trimEnd(), `${blank} | ${' '.repeat(column - 1 - shift)}${'^'.repeat(width)}`];
}

function maskedLine(text: string, start: number, end: number): string {
  let from = start;
  for (let count = 0; count < LINES_ABOVE && from > 0; count += 1) from = text.lastIndexOf('\n', from - 2) + 1;
  return maskLine(text.slice(from, end)).slice(start - from);
}
