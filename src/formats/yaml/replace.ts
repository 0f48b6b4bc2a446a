import type { Span } from '../../model/diagnostics/position.ts';
import type { Value } from '../../model/value.ts';
import { lineEnd } from '../layout.ts';
import type { Edit } from '../types.ts';
import { allowsBlockScalar, bodyEnd, startsLine } from './lines.ts';
import { printBelow, printInline, printLines, spaces, takesLines } from './print.ts';
import { scalarText } from './scalar-text.ts';
import type { Style } from './style.ts';
import { type CollectionNode, columnOf, type Entry, type Found, isBlock, type YamlNode } from './tree.ts';

/** Replaces the value of the entry at `found`. Its anchor is kept, its tag removed. */
export function replaceValue(text: string, found: Found, value: Value, style: Style): Edit[] {
  const { node, column } = found;
  const entry = found.entry as Entry;
  const quoted = inQuotesOf(node, value, style);
  if (found.inFlow) return [replaceInFlow(node, entry, quoted ?? printInline(value, style, 'flow'))];
  const inList = found.parent?.kind === 'list';
  const place = valuePlace(text, node, entry.lead as number, column);
  const printing = { ...style, blockScalars: allowsBlockScalar(text, lineEnd(text, place.body.end), column) };
  if (takesLines(value, printing)) {
    const rest = text.slice(place.inline.end, place.body.end);
    const inPlace = { ...printing, blockScalars: printing.blockScalars && rest === '' };
    if (place.ownLine !== undefined) {
      const anchor = place.anchor && place.anchor + style.eol + spaces(place.ownLine);
      return [edit(place.inline, anchor + printLines(value, place.ownLine, inPlace))];
    }
    if (inList && !node.props && /^[ \t]*$/.test(rest)) {
      return [edit(span(place.header, place.inline.end), ` ${printLines(value, column + 2, inPlace)}`)];
    }
  }
  const { head, body } =
    quoted === undefined ? printBelow(value, column, inList, printing) : { head: quoted, body: '' };
  const words = [place.anchor, head].filter((word) => word !== '').join(' ');
  const blank = words !== '' && place.inline.start === place.header ? ' ' : '';
  const start = words === '' ? place.header : place.inline.start;
  return merge(edit(span(start, place.inline.end), blank + words), edit(place.body, body));
}

interface Place {
  /** After the key or dash, and after the anchor that is kept. */
  readonly header: number;
  /** The part of the value on the header's line, or multi-line flow or quoted text. */
  readonly inline: Span;
  /** The lines below, from line break to line break. */
  readonly body: Span;
  /** The anchor to write again, because the tag next to it is removed. */
  readonly anchor: string;
  /** The column of a value that starts on its own line. */
  readonly ownLine: number | undefined;
}

function valuePlace(text: string, node: YamlNode, lead: number, column: number): Place {
  const rewritten = node.props?.tagged ? node.props : undefined;
  const header = rewritten ? lead : (node.props?.end ?? lead);
  const base = { header, anchor: rewritten?.anchor ?? '', ownLine: undefined };
  const first = rewritten?.start ?? node.start;
  if (isBlock(node)) return { ...base, ...blockPlace(text, node, header, first) };
  if (node.kind === 'scalar' && node.block) {
    const from = lineEnd(text, node.block.headerEnd);
    return { ...base, inline: span(first, node.block.headerEnd), body: span(from, Math.max(node.end, from)) };
  }
  const inline = span(first === node.end ? header : first, node.end);
  return { ...base, inline, body: span(lineEnd(text, node.end)), ownLine: ownLineColumn(text, header, first, column) };
}

function ownLineColumn(text: string, header: number, first: number, column: number): number | undefined {
  if (first <= header || !startsLine(text, first)) return undefined;
  const own = columnOf(text, first);
  return own > column ? own : undefined;
}

function blockPlace(text: string, node: CollectionNode, header: number, first: number): { inline: Span; body: Span } {
  const end = bodyEnd(text, node.end, columnOf(text, node.start));
  if (!startsLine(text, node.start)) return { inline: span(first, end), body: span(end) };
  const from = lineEnd(text, header);
  // A tag on the key's line is removed; one on its own line is part of the lines below.
  const tag = node.props && first < node.start && node.props.end <= from ? span(first, node.props.end) : span(header);
  return { inline: tag, body: span(from, end) };
}

/** A one-line string that replaces a quoted one keeps the quotes. */
function inQuotesOf(node: YamlNode, value: Value, style: Style): string | undefined {
  if (node.kind !== 'scalar' || typeof value !== 'string' || value.includes('\n')) return undefined;
  if (node.style !== 'single' && node.style !== 'double') return undefined;
  return scalarText(value, 'flow', style.singleQuotes, node.style);
}

function replaceInFlow(node: YamlNode, entry: Entry, printed: string): Edit {
  const start = node.props?.tagged ? node.props.start : node.start;
  const anchor = node.props?.tagged && node.props.anchor ? `${node.props.anchor} ` : '';
  // `{a}` has no colon, and `{a:[]}` no blank after it; `{"a":1}` needs none.
  const colon = entry.lead === undefined && entry.key ? ':' : '';
  const quoted = entry.key?.kind === 'scalar' && (entry.key.style === 'single' || entry.key.style === 'double');
  const blank = colon !== '' || (start === entry.lead && !(quoted && node.start < node.end)) ? ' ' : '';
  return edit(span(start, node.end), colon + blank + anchor + printed);
}

function span(start: number, end: number = start): Span {
  return { start, end };
}

function edit({ start, end }: Span, text: string): Edit {
  return { offset: start, length: end - start, text };
}

function merge(first: Edit, second: Edit): Edit[] {
  const joined = first.offset + first.length === second.offset;
  if (joined) return [{ offset: first.offset, length: first.length + second.length, text: first.text + second.text }];
  return [first, second].filter((one) => one.length > 0 || one.text !== '');
}
