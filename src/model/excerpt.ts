import type { Range } from './position.ts';
import { maskLine } from './secret.ts';

const MAX_WIDTH = 100;

/**
 * The line of a finding with a caret under it. Secrets are masked; a tab becomes a blank so that the caret fits; a long
 * line is cut around the place.
 */
export function excerpt(text: string, range: Range): string[] {
  const { line, column } = range.start;
  const source = (text.replace(/^\ufeff/, '').split(/\r\n|\n|\r/)[line - 1] ?? '').replaceAll('\t', ' ');
  const end = range.end.line === line ? range.end.column : source.length + 1;
  const shift = column > MAX_WIDTH - 20 ? column - Math.floor(MAX_WIDTH / 2) : 0;
  const shown = visible(maskLine(source)).slice(shift, shift + MAX_WIDTH);
  const gutter = String(line);
  const width = Math.max(1, Math.min(end - column, MAX_WIDTH - (column - 1 - shift)));
  const blank = ' '.repeat(gutter.length);
  return [`${gutter} | ${shown}`.trimEnd(), `${blank} | ${' '.repeat(column - 1 - shift)}${'^'.repeat(width)}`];
}

/** Control and direction-changing characters could make a terminal show something else than the file holds. */
function visible(text: string): string {
  // oxlint-disable-next-line no-control-regex -- these are what must not reach a terminal.
  return text.replaceAll(/[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g, '\ufffd');
}
