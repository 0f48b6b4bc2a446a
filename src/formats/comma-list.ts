import type { Span } from '../model/diagnostics/position.ts';
import { eolOf, indentAt, isBlank, lineStart, previousLineEnd } from './layout.ts';
import type { Edit } from './types.ts';

/**
 * Adds items to and removes items from a bracketed, comma-separated list: JSON objects and arrays, TOML arrays and
 * inline tables, YAML flow collections. Between two items there are only blanks, comments and one comma. A comment
 * belongs to an item when it is on the item's line (after it, or between the comma and the item), or on the lines
 * directly above it without a blank line between. Other comments are not moved.
 */
export interface CommaList {
  /** Offset after the opening bracket. */
  readonly open: number;
  /** Offset of the closing bracket. */
  readonly close: number;
  /** Whole items: a member runs from the start of its key to the end of its value. */
  readonly items: readonly Span[];
}

/** The end of the comment at `offset`, before its line ending, or `offset` when there is none. */
export type SkipComment = (text: string, offset: number) => number;

/** Where the next item goes: on its own line with this indent, or on the same line. */
export type Slot = { readonly indent: string } | { readonly separator: string };

interface Gap {
  readonly comma: number | undefined;
  readonly comments: readonly Span[];
}

function scanGap(text: string, from: number, to: number, skipComment: SkipComment): Gap {
  let comma: number | undefined;
  const comments: Span[] = [];
  for (let at = from; at < to;) {
    const end = skipComment(text, at);
    if (end > at) {
      comments.push({ start: at, end });
      at = end;
    } else {
      if (text[at] === ',') comma ??= at;
      at += 1;
    }
  }
  return { comma, comments };
}

function hasNewline(text: string, from: number, to: number): boolean {
  const at = text.indexOf('\n', from);
  return at !== -1 && at < to;
}

/** `unit` is the indentation for a list without a line to copy from; undefined keeps the list on one line. */
export function nextSlot(text: string, list: CommaList, unit: string | undefined, separator: string): Slot {
  const last = list.items.at(-1);
  if (!last) return unit === undefined ? { separator } : { indent: indentAt(text, list.open) + unit };
  const before = list.items.at(-2)?.end ?? list.open;
  const ownLine = hasNewline(text, before, last.start);
  if (unit !== undefined && (ownLine || hasNewline(text, last.end, list.close))) {
    return { indent: ownLine ? indentAt(text, last.start) : indentAt(text, list.open) + unit };
  }
  const gap = list.items.length > 1 ? text.slice(before, last.start) : '';
  return { separator: /^,[ \t]*$/.test(gap) ? gap : separator };
}

/** End of the line's content after `from`, including blanks, a comma and comments that start on this line. */
function lineContentEnd(text: string, from: number, limit: number, skipComment: SkipComment): number {
  let content = from;
  for (let at = from; at < limit && text[at] !== '\n' && text[at] !== '\r';) {
    const end = skipComment(text, at);
    if (end > at || text[at] === ',') content = Math.max(end, at + 1);
    at = Math.max(end, at + 1);
  }
  return content;
}

function insertion(offset: number, text: string): Edit {
  return { offset, length: 0, text };
}

function fillEmpty(
  text: string,
  list: CommaList,
  items: readonly string[],
  slot: Slot,
  skipComment: SkipComment,
): Edit[] {
  const item = items.join(separatorIn(text, slot));
  const gap = text.slice(list.open, list.close);
  if (!isBlank(gap)) {
    // On its own line even in a one-line list: on the same line the comment would become the item's.
    const line = eolOf(text) + ('indent' in slot ? slot.indent : indentAt(text, list.open)) + item;
    const content = lineContentEnd(text, list.open, list.close, skipComment);
    if (!hasNewline(text, content, list.close)) return [insertion(content, line)];
    return [insertion(blanksEnd(text, content), line)];
  }
  if (!('indent' in slot)) return [insertion(list.close, item + gap)];
  const line = eolOf(text) + slot.indent + item;
  // Blanks that were already here are kept separate, so that `closeUp` can restore them.
  if (gap.includes('\n')) return [insertion(list.open, line + eolOf(text))];
  return [insertion(list.close, line + eolOf(text) + indentAt(text, list.open))];
}

/** `- a\n, b`: leading comma. */
function leadingSeparator(text: string, list: CommaList): string | undefined {
  const [before, last] = list.items.slice(-2);
  const gap = before && last ? text.slice(before.end, last.start) : '';
  return /^[ \t]*(\r?\n[ \t]*,[ \t]*)$/.exec(gap)?.[1];
}

/** Separator between two new items. */
function separatorIn(text: string, slot: Slot): string {
  return 'indent' in slot ? `,${eolOf(text)}${slot.indent}` : slot.separator;
}

/** Appends items to the list. */
export function appendItems(
  text: string,
  list: CommaList,
  items: readonly string[],
  slot: Slot,
  skipComment: SkipComment,
): Edit[] {
  const last = list.items.at(-1);
  if (!last) return fillEmpty(text, list, items, slot, skipComment);
  const item = items.join(separatorIn(text, slot));
  const { comma } = scanGap(text, last.end, list.close, skipComment);
  const content = lineContentEnd(text, Math.max(last.end, (comma ?? 0) + 1), list.close, skipComment);
  if (comma === undefined) {
    const leading = leadingSeparator(text, list);
    if (leading !== undefined) return [insertion(content, leading + items.join(leading))];
    if (!('indent' in slot)) return [insertion(content, slot.separator + item)];
    return [insertion(last.end, ','), insertion(content, eolOf(text) + slot.indent + item)];
  }
  if ('indent' in slot) return [insertion(content, `${eolOf(text)}${slot.indent}${item},`)];
  return [insertion(content, `${slot.separator.slice(1)}${item},`)];
}

/** Start of the item including the comments that belong to it. */
function ownedStart(text: string, from: number, item: Span, gap: Gap): number {
  let start = item.start;
  for (const comment of gap.comments.toReversed()) {
    if (comment.start < (gap.comma ?? from)) break;
    const between = text.slice(comment.end, start);
    if (!isBlank(between)) break;
    if (between.includes('\n')) {
      const blankLine = between.split('\n').length > 2;
      const alone = isBlank(text.slice(Math.max(from, lineStart(text, comment.start)), comment.start));
      if (blankLine || !alone || !hasNewline(text, from, comment.start)) break;
    }
    start = comment.start;
  }
  return start;
}

/** Text between the brackets after the only item is removed: the blanks kept by `fillEmpty`. */
function closeUp(text: string, list: CommaList, start: number, end: number): Edit[] {
  const before = text.slice(list.open, start);
  const after = text.slice(end, list.close);
  const oneLine = !before.includes('\n') && !after.includes('\n');
  const blanks = before.slice(0, Math.max(0, before.search(/\r?\n[^\n]*$/)));
  const below = after.replace(/^[ \t]*\r?\n/, '');
  const keptAfter = below.includes('\n') ? below : '';
  const kept = oneLine ? (before === after ? before : '') : (blanks.includes('\n') ? '' : blanks) + keptAfter;
  return [{ offset: list.open, length: list.close - list.open, text: kept }];
}

/** An item with its surroundings and its comments. */
interface Part {
  readonly item: Span;
  readonly next: Span | undefined;
  /** Start of the gap before it, and end of the gap after it. */
  readonly from: number;
  readonly to: number;
  readonly before: Gap;
  readonly after: Gap;
  /** The item with its own comments and, if on the same line, its comma. */
  readonly start: number;
  readonly end: number;
}

function partAt(text: string, list: CommaList, index: number, skipComment: SkipComment): Part {
  const item = list.items[index] as Span;
  const next = list.items[index + 1];
  const from = list.items[index - 1]?.end ?? list.open;
  const to = next?.start ?? list.close;
  const before = scanGap(text, from, item.start, skipComment);
  const after = scanGap(text, item.end, to, skipComment);
  const start = ownedStart(text, from, item, before);
  const lineEnd = lineContentEnd(text, item.end, to, skipComment);
  const end = list.items.length === 1 ? Math.max(lineEnd, (after.comma ?? -1) + 1) : lineEnd;
  return { item, next, from, to, before, after, start, end };
}

export function removeItem(text: string, list: CommaList, index: number, skipComment: SkipComment): Edit[] {
  const part = partAt(text, list, index, skipComment);
  const { item, from, to, before, after, start, end } = part;
  if (list.items.length === 1 && isBlank(text.slice(list.open, start)) && isBlank(text.slice(end, list.close))) {
    return closeUp(text, list, start, end);
  }
  const commaLeads = before.comma !== undefined && !hasNewline(text, before.comma, start);
  if (commaLeads && leadsItsLine(text, from, before.comma)) {
    const line = previousLineEnd(text, lineStart(text, before.comma));
    return [cut(line, lineContentEnd(text, item.end, after.comma ?? to, skipComment))];
  }
  if (nextMovesUp(text, index, part)) return [cut(start, blanksEnd(text, (after.comma ?? item.end) + 1))];
  return removeLine(text, list, part);
}

/** The next item takes this one's place, with the comments before it. */
function nextMovesUp(text: string, index: number, { next, to, after, end }: Part): boolean {
  if (next === undefined) return false;
  const commaBelow = index === 0 && (after.comma ?? 0) >= end;
  return commaBelow || !hasNewline(text, end, to);
}

function removeLine(text: string, list: CommaList, { from, before, after, start, end }: Part): Edit[] {
  // One of the two adjacent commas must go; the one before when its own is on a later line or missing.
  const ownComma = after.comma !== undefined && after.comma < end;
  const lostComma = ownComma ? undefined : before.comma;
  if (!leadsItsLine(text, from, start)) return [cut(lostComma ?? (before.comma ?? list.open - 1) + 1, end)];
  const line = cut(previousLineEnd(text, lineStart(text, start)), end);
  return lostComma === undefined ? [line] : [cut(lostComma, lostComma + 1), line];
}

function cut(start: number, end: number): Edit {
  return { offset: start, length: end - start, text: '' };
}

/** Whether there are only blanks between the start of the line, at or after `from`, and `offset`. */
function leadsItsLine(text: string, from: number, offset: number): boolean {
  return hasNewline(text, from, offset) && isBlank(text.slice(lineStart(text, offset), offset));
}

function blanksEnd(text: string, offset: number): number {
  let end = offset;
  while (text[end] === ' ' || text[end] === '\t') end += 1;
  return end;
}
