import { isBlank, lineEnd, previousLineEnd } from '../layout.ts';
import type { Edit } from '../types.ts';
import { wouldTakeIn } from './block-scalar.ts';
import { removeFromFlow } from './flow.ts';
import { blankLinesBelow, bodyEnd, ownedLineStart, skipLineEnd, startsLine, trimBack } from './lines.ts';
import { type BlockScalar, type CollectionNode, columnOf, type Entry, type Found, type YamlNode } from './tree.ts';

/** Removes one entry of the collection at `holder`, with the comments that belong to it. */
export function removeEntry(text: string, holder: Found, index: number): Edit[] {
  const node = holder.node as CollectionNode;
  if (node.style !== 'block') return removeFromFlow(text, node, index);
  const entry = node.entries[index] as Entry;
  const end = bodyEnd(text, entry.end, columnOf(text, node.start));
  if (!startsLine(text, entry.start)) return removeBehindIndicator(text, node, entry, end);
  const before = node.entries[index - 1];
  const from = ownedLineStart(text, entry.start, before?.end ?? headerOf(holder));
  if (node.entries.length === 1) return removeOnly(text, holder, entry, from, end);
  return [removeLines(text, from, end, before)];
}

/** Where the brackets of an empty collection go. */
function headerOf({ node, entry }: Found): number {
  return node.props?.end ?? entry?.lead ?? 0;
}

function emptyText({ kind }: YamlNode): string {
  return kind === 'map' ? '{}' : '[]';
}

/** The first entry of `- a: 1`, which shares its line with the dash. */
function removeBehindIndicator(text: string, node: CollectionNode, entry: Entry, end: number): Edit[] {
  const next = node.entries[1];
  if (!next) return [{ offset: entry.start, length: end - entry.start, text: emptyText(node) }];
  if (isBlank(text.slice(end, next.start)))
    return [{ offset: entry.start, length: next.start - entry.start, text: '' }];
  const start = trimBack(text, entry.start);
  return [{ offset: start, length: end - start, text: '' }];
}

function removeOnly(text: string, holder: Found, entry: Entry, from: number, end: number): Edit[] {
  const { node } = holder;
  const brackets = emptyText(node);
  if (!holder.entry) {
    const start = from + columnOf(text, entry.start);
    return [{ offset: start, length: end - start, text: brackets }];
  }
  const header = headerOf(holder);
  const lines = removeLines(text, from, end, undefined);
  if (lines.offset === header) return [{ ...lines, text: ` ${brackets}` }];
  return [{ offset: header, length: 0, text: ` ${brackets}` }, lines];
}

function removeLines(text: string, from: number, lastEnd: number, before: Entry | undefined): Edit {
  const block =
    before && isBlank(text.slice(lineEnd(text, before.end), from)) ? lastBlockScalar(before.node) : undefined;
  const end = block ? endBelow(text, lastEnd, block) : lastEnd;
  const start = previousLineEnd(text, from);
  // The first line of the file is removed with its own line break, and a blank line kept by a block scalar needs its
  // own.
  const ownLineEnd = start === from || (block?.needsLineEnd && end === text.length);
  if (ownLineEnd) return { offset: from, length: skipLineEnd(text, end) - from, text: '' };
  return { offset: start, length: end - start, text: '' };
}

/** Blank lines after the removed entry must not become part of the block scalar before it. */
function endBelow(text: string, end: number, block: BlockScalar): number {
  const below = blankLinesBelow(text, end);
  return wouldTakeIn(block, below.lines, below.terminated) ? below.end : end;
}

function lastBlockScalar(node: YamlNode): BlockScalar | undefined {
  let last: YamlNode | undefined = node;
  while (last && 'entries' in last) last = last.entries.at(-1)?.node;
  return last?.kind === 'scalar' ? last.block : undefined;
}
