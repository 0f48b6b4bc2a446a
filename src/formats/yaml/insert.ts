import { lineEnd } from '../layout.ts';
import type { Addition, Edit } from '../types.ts';
import { appendToFlow } from './flow.ts';
import { allowsBlockScalar, bodyEnd, ownedLineStart, startsLine } from './lines.ts';
import { childColumn, printFlowPair, type Printing, printInline, printItem, printPair, spaces } from './print.ts';
import type { Style } from './style.ts';
import { type CollectionNode, columnOf, type Found } from './tree.ts';

export function insertEntries(text: string, found: Found, additions: readonly Addition[], style: Style): Edit[] {
  const node = found.node as CollectionNode;
  const last = node.entries.at(-1);
  if (node.style === 'block' && last) {
    const column = columnOf(text, node.start);
    const at = bodyEnd(text, last.end, column);
    return [{ offset: at, length: 0, text: style.eol + spaces(column) + printAt(text, at, additions, column, style) }];
  }
  const unfolded = unfold(text, found, additions, style);
  const items = (): string[] => additions.map((addition) => flowText(addition, style));
  return unfolded ?? appendToFlow(text, found, items(), style);
}

function flowText({ step, value }: Addition, style: Style): string {
  return typeof step === 'number' ? printInline(value, style, 'flow') : printFlowPair(step, value, style);
}

/** The new entries as lines at `column`, followed by the text at `end`. */
function printAt(text: string, end: number, additions: readonly Addition[], column: number, style: Style): string {
  const printing: Printing = { ...style, blockScalars: allowsBlockScalar(text, end, column) };
  const printed = additions.map(({ step, value }) =>
    typeof step === 'number' ? printItem(value, column, printing) : printPair(step, value, column, printing),
  );
  return printed.join(style.eol + spaces(column));
}

/** The first entries turn `{}` or `[]` into a block collection; removing the last one restores the brackets. */
function unfold(text: string, found: Found, additions: readonly Addition[], style: Style): Edit[] | undefined {
  const { node, entry, inFlow } = found;
  if (inFlow || !/^(?:\{\}|\[\])$/.test(text.slice(node.start, node.end)) || entry?.explicit) return undefined;
  const end = lineEnd(text, node.end);
  const inPlace = unfoldInPlace(text, found, end);
  if (inPlace !== undefined) {
    const added = printAt(text, end, additions, inPlace, style);
    return [{ offset: node.start, length: node.end - node.start, text: added }];
  }
  if (entry?.lead === undefined) return undefined;
  const header = node.props?.end ?? entry.lead;
  const column = childColumn(node.kind === 'list', found.column, found.parent?.kind === 'list', style);
  if (text.slice(header, node.start) !== ' ' || bodyEnd(text, node.end, column) !== end) return undefined;
  const lines = style.eol + spaces(column) + printAt(text, end, additions, column, style);
  return [
    { offset: header, length: node.end - header, text: '' },
    { offset: end, length: 0, text: lines },
  ];
}

/** The column at which the entry can replace the brackets: at the document root, or after a dash. */
function unfoldInPlace(text: string, { node, entry, parent }: Found, end: number): number | undefined {
  const column = columnOf(text, node.start);
  if (node.props || node.end !== end || bodyEnd(text, end, column) !== end) return undefined;
  if (entry) return parent?.kind === 'list' && text.slice(entry.lead, node.start) === ' ' ? column : undefined;
  const alone = startsLine(text, node.start) && ownedLineStart(text, node.start, 0) === node.start - column;
  return alone ? column : undefined;
}
