import type { Value } from '../../model/value.ts';
import { lineEnd } from '../layout.ts';
import type { Edit } from '../types.ts';
import { appendToFlow } from './flow.ts';
import { allowsBlockScalar, bodyEnd, ownedLineStart, startsLine } from './lines.ts';
import { childColumn, printFlowPair, type Printing, printInline, printItem, printPair, spaces } from './print.ts';
import type { Style } from './style.ts';
import { type CollectionNode, columnOf, type Found } from './tree.ts';

/** What is to be added to a collection: the key of a pair, or nothing for an item, and the value. */
export interface Addition {
  readonly key: string | undefined;
  readonly value: Value;
}

export function insertEntry(text: string, found: Found, addition: Addition, style: Style): Edit[] {
  const node = found.node as CollectionNode;
  const last = node.entries.at(-1);
  if (node.style === 'block' && last) {
    const column = columnOf(text, node.start);
    const at = bodyEnd(text, last.end, column);
    return [{ offset: at, length: 0, text: style.eol + spaces(column) + printAt(text, at, addition, column, style) }];
  }
  return unfold(text, found, addition, style) ?? appendToFlow(text, found, flowText(addition, style), style);
}

function flowText({ key, value }: Addition, style: Style): string {
  return key === undefined ? printInline(value, style, 'flow') : printFlowPair(key, value, style);
}

/** The new entry as lines at `column`, to stand before what follows `end`. */
function printAt(text: string, end: number, { key, value }: Addition, column: number, style: Style): string {
  const printing: Printing = { ...style, blockScalars: allowsBlockScalar(text, end, column) };
  return key === undefined ? printItem(value, column, printing) : printPair(key, value, column, printing);
}

/** The first entry of `{}` or `[]` makes it a block collection; removing that entry brings the brackets back. */
function unfold(text: string, found: Found, addition: Addition, style: Style): Edit[] | undefined {
  const { node, entry, inFlow } = found;
  if (inFlow || !/^(?:\{\}|\[\])$/.test(text.slice(node.start, node.end)) || entry?.explicit) return undefined;
  const end = lineEnd(text, node.end);
  const inPlace = unfoldInPlace(text, found, end);
  if (inPlace !== undefined) {
    const added = printAt(text, end, addition, inPlace, style);
    return [{ offset: node.start, length: node.end - node.start, text: added }];
  }
  if (entry?.lead === undefined) return undefined;
  const header = node.props?.end ?? entry.lead;
  const column = childColumn(node.kind === 'list', found.column, found.parent?.kind === 'list', style);
  if (text.slice(header, node.start) !== ' ' || bodyEnd(text, node.end, column) !== end) return undefined;
  const lines = style.eol + spaces(column) + printAt(text, end, addition, column, style);
  return [
    { offset: header, length: node.end - header, text: '' },
    { offset: end, length: 0, text: lines },
  ];
}

/** The column at which the brackets can give way to the entry itself: alone in the document, or behind a dash. */
function unfoldInPlace(text: string, { node, entry, parent }: Found, end: number): number | undefined {
  const column = columnOf(text, node.start);
  if (node.props || node.end !== end || bodyEnd(text, end, column) !== end) return undefined;
  if (entry) return parent?.kind === 'list' && text.slice(entry.lead, node.start) === ' ' ? column : undefined;
  const alone = startsLine(text, node.start) && ownedLineStart(text, node.start, 0) === node.start - column;
  return alone ? column : undefined;
}
