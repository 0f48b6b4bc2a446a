import { appendItems, type CommaList, nextSlot, removeItem, type SkipComment, type Slot } from '../comma-list.ts';
import { lineEnd } from '../layout.ts';
import type { Edit } from '../types.ts';
import { spaces } from './print.ts';
import type { Style } from './style.ts';
import type { Found, CollectionNode } from './tree.ts';

/** A `#` starts a comment only after a blank. */
const skipComment: SkipComment = (text, offset) => {
  const starts = text[offset] === '#' && (offset === 0 || /\s/.test(text[offset - 1] as string));
  return starts ? lineEnd(text, offset) : offset;
};

function listOf(node: CollectionNode): CommaList {
  return { open: node.start + 1, close: node.end - 1, items: node.entries };
}

export function appendToFlow(text: string, { node, column }: Found, items: readonly string[], style: Style): Edit[] {
  const list = listOf(node as CollectionNode);
  const lines = text.slice(list.open, list.close).includes('\n');
  let slot: Slot = nextSlot(text, list, lines ? spaces(style.unit) : undefined, ', ');
  // Lines of a flow collection must be indented deeper than the block around it.
  if ('indent' in slot && slot.indent.length <= column) slot = { indent: spaces(column + style.unit) };
  return appendItems(text, list, items, slot, skipComment);
}

export function removeFromFlow(text: string, node: CollectionNode, index: number): Edit[] {
  return removeItem(text, listOf(node), index, skipComment);
}
