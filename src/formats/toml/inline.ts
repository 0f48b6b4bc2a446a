import type { Span } from '../../model/diagnostics/position.ts';
import type { Value } from '../../model/value.ts';
import { appendItems, type CommaList, nextSlot, removeItem } from '../comma-list.ts';
import { applyEdits, composeEdits } from '../edit-list.ts';
import { isBlank, lineEnd } from '../layout.ts';
import type { Edit } from '../types.ts';
import type { TomlDocument } from './parse.ts';
import { printInline, printKey } from './print.ts';
import { equalsOf, styleOf, type TomlStyle } from './style.ts';
import { type InlineTable, type ListNode, spanOf } from './tree.ts';

/** Arrays and inline tables, both comma-separated. */

function skipComment(text: string, offset: number): number {
  return text[offset] === '#' ? lineEnd(text, offset) : offset;
}

function itemsOf(node: ListNode | InlineTable): CommaList {
  const items = 'members' in node ? node.members : node.items.map((item) => spanOf(item) as Span);
  return { open: node.start + 1, close: node.end - 1, items };
}

/** Whether there is a line break between items; line breaks inside them do not count. */
function takesLines(text: string, list: CommaList): boolean {
  const ends = [list.open, ...list.items.map((item) => item.end)];
  const starts = [...list.items.map((item) => item.start), list.close];
  return ends.some((end, index) => text.slice(end, starts[index]).includes('\n'));
}

export function appendToList(document: TomlDocument, list: ListNode, value: Value): Edit[] {
  const style = styleOf(document);
  return append(document.text, itemsOf(list), printInline(value, style), style);
}

/** `prefix` is the dotted key of the member's table inside the braces. */
export function appendMember(
  document: TomlDocument,
  table: InlineTable,
  prefix: string,
  key: string,
  value: Value,
): Edit[] {
  const { text } = document;
  const base = styleOf(document);
  const style = table.members.length > 0 ? { ...base, equals: equalsOf(text, table.members.at(-1)) } : base;
  const list = itemsOf(table);
  const item = prefix + printKey(key, style.literalStrings) + style.equals + printInline(value, style);
  if (list.items.length > 0 || takesLines(text, list)) return append(text, list, item, style);
  return [{ offset: list.open, length: 0, text: style.padding + item + style.padding }];
}

function append(text: string, list: CommaList, item: string, style: TomlStyle): Edit[] {
  const unit = takesLines(text, list) ? (style.lines?.unit ?? '  ') : undefined;
  return appendItems(text, list, [item], nextSlot(text, list, unit, ', '), skipComment);
}

export function removeFromList(text: string, list: ListNode, index: number): Edit[] {
  return removeItem(text, itemsOf(list), index, skipComment);
}

/** Removes several members when the table consists of dotted keys. */
export function removeMembers(text: string, table: InlineTable, members: readonly Span[]): Edit[] {
  let list = itemsOf(table);
  let current = text;
  let edits: Edit[] = [];
  // From the end, so that offsets of the remaining members stay valid.
  for (const member of members.toReversed()) {
    const index = list.items.findIndex(({ start }) => start === member.start);
    const removal = removeMember(current, list, index);
    const change = removal.reduce((sum, { length, text: added }) => sum + added.length - length, 0);
    current = applyEdits(current, removal);
    edits = composeEdits(edits, removal);
    const behind = list.items.slice(index + 1).map(({ start, end }) => ({ start: start + change, end: end + change }));
    list = { open: list.open, close: list.close + change, items: [...list.items.slice(0, index), ...behind] };
  }
  return edits;
}

function removeMember(text: string, list: CommaList, index: number): Edit[] {
  const [only, ...others] = list.items as [Span, ...Span[]];
  const before = text.slice(list.open, only.start);
  const after = text.slice(only.end, list.close);
  if (others.length > 0 || !isBlank(before + after) || takesLines(text, list))
    return removeItem(text, list, index, skipComment);
  // Removes the padding added with the first member and keeps blanks that were between the braces before.
  const kept = before === '' ? after : before === ' ' ? after.slice(1) : '';
  return [{ offset: list.open, length: list.close - list.open, text: kept }];
}
