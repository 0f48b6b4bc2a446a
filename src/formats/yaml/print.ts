import { isMap, type Scalar, type Value } from '../../model/value.ts';
import { needsEscapes, scalarText } from './scalar-text.ts';
import type { Style } from './style.ts';

/** Context for writing a value: the file's style, and whether the text after it allows a block scalar. */
export interface Printing extends Style {
  readonly blockScalars: boolean;
}

/** The text on the line of the key or dash, and the lines below, each preceded by a line break. */
export interface Printed {
  readonly head: string;
  readonly body: string;
}

export function spaces(count: number): string {
  return ' '.repeat(count);
}

/** A collection written over several lines. */
export function takesLines(value: Value, style: Style): value is Value[] | Record<string, Value> {
  if (Array.isArray(value)) return value.length > 0 && !(style.flowLists && value.every(isScalarValue));
  return isMap(value) && Object.keys(value).length > 0;
}

/** The value of the pair or item at `column`. */
export function printBelow(value: Value, column: number, inList: boolean, printing: Printing): Printed {
  const { eol, unit } = printing;
  const inner = column + (inList ? 2 : unit);
  if (takesLines(value, printing)) {
    const at = childColumn(Array.isArray(value), column, inList, printing);
    return { head: '', body: eol + spaces(at) + printLines(value, at, printing) };
  }
  const literal = printing.blockScalars && typeof value === 'string' ? literalLines(value) : undefined;
  if (!literal) return { head: printInline(value, printing, 'block'), body: '' };
  const body = literal.lines.map((line) => eol + (line === '' ? '' : spaces(inner) + line)).join('');
  return { head: literal.header, body };
}

/** The column of a block collection below a pair or item at `column`. */
export function childColumn(isList: boolean, column: number, inList: boolean, style: Style): number {
  if (inList) return column + 2;
  return isList && !style.indentedLists ? column : column + style.unit;
}

/** The lines of a collection at `column`, the first without its indentation. */
export function printLines(value: Value[] | Record<string, Value>, column: number, printing: Printing): string {
  const entries = Array.isArray(value)
    ? value.map((item) => printItem(item, column, printing))
    : Object.entries(value).map(([key, item]) => printPair(key, item, column, printing));
  return entries.join(printing.eol + spaces(column));
}

export function printPair(key: string, value: Value, column: number, printing: Printing): string {
  const { head, body } = printBelow(value, column, false, printing);
  return `${printKey(key, printing, 'key')}:${head === '' ? '' : ' '}${head}${body}`;
}

export function printItem(value: Value, column: number, printing: Printing): string {
  if (takesLines(value, printing)) return `- ${printLines(value, column + 2, printing)}`;
  const { head, body } = printBelow(value, column, true, printing);
  return `- ${head}${body}`;
}

/** A value on one line. */
export function printInline(value: Value, style: Style, place: 'block' | 'flow'): string {
  if (Array.isArray(value)) return `[${value.map((item) => printInline(item, style, 'flow')).join(', ')}]`;
  if (!isMap(value)) return scalarText(value, place, style.singleQuotes);
  const pairs = Object.entries(value).map(([key, item]) => printFlowPair(key, item, style));
  const pad = style.paddedBraces && pairs.length > 0 ? ' ' : '';
  return `{${pad}${pairs.join(', ')}${pad}}`;
}

export function printFlowPair(key: string, value: Value, style: Style): string {
  return `${printKey(key, style, 'flow')}: ${printInline(value, style, 'flow')}`;
}

function printKey(key: string, style: Style, place: 'key' | 'flow'): string {
  return scalarText(key, place, style.singleQuotes);
}

function isScalarValue(value: Value): value is Scalar {
  return !Array.isArray(value) && !isMap(value);
}

/** A multi-line string as a block scalar, if that represents it exactly. */
function literalLines(text: string): { header: string; lines: string[] } | undefined {
  if (!/^\S[^\n]*\n/.test(text) || /[ \t]\n|[ \t]$|\n\n$/.test(text)) return undefined;
  if (needsEscapes(text.replace(/[\n\t]/g, ''))) return undefined;
  const ends = text.endsWith('\n');
  return { header: ends ? '|' : '|-', lines: (ends ? text.slice(0, -1) : text).split('\n') };
}
