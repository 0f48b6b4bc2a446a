import type { Span } from '../../model/diagnostics/position.ts';
import type { Path } from '../../model/value.ts';
import { contentStart, indentAt, isBlank, previousLineEnd } from '../layout.ts';
import type { Edit } from '../types.ts';
import { blockOf, endBelow, gapAbove, lastIndexOf, nextLine } from './gaps.ts';
import { removeFromList, removeMembers } from './inline.ts';
import type { TomlDocument } from './parse.ts';
import { isBackedUp } from './place.ts';
import { type InlineTable, isSection, type KeyValue, mentionsOf, nodeAt, type Section, type TomlNode } from './tree.ts';

/** Whole lines to remove, from the first to the last statement in them. */
interface Block extends Span {
  readonly first: number;
  readonly last: number;
  readonly isSection: boolean;
}

export function remove(document: TomlDocument, path: Path): Edit[] {
  const { text, tree } = document;
  const step = path.at(-1);
  const parent = nodeAt(tree.root, path.slice(0, -1));
  if (parent?.kind === 'list') return removeFromList(text, parent, Number(step));
  const mentions = mentionsOf(nodeAt(tree.root, path) as TomlNode);
  const inline = mentions.flatMap(({ within }) => (!isSection(within) && !isSection(within.holder) ? [within] : []));
  const [member] = inline;
  if (member) return removeMembers(text, member.holder as InlineTable, inline);
  const blocks = mentions.map(({ within }) =>
    isSection(within) ? sectionBlock(document, within) : lineBlock(document, within),
  );
  return merge(text, blocks).map((block) => removal(document, block));
}

function sectionBlock(document: TomlDocument, section: Section): Block {
  const first = section.header?.index ?? 0;
  const last = lastIndexOf(section);
  return { first, last, start: blockOf(document, first).start, end: endBelow(document, last), isSection: true };
}

function lineBlock(document: TomlDocument, line: KeyValue): Block {
  const section = line.holder as Section;
  if (goesWithItsLine(document, section)) return sectionBlock(document, section);
  return { first: line.index, last: line.index, ...blockOf(document, line.index), isSection: false };
}

/** A header created for one line below it, in a table implied by other headers, is removed with that line. */
function goesWithItsLine(document: TomlDocument, section: Section): boolean {
  const [line] = section.body;
  if (!line || section.body.length > 1 || !isBackedUp(document, section)) return false;
  const { tail, free, owned } = gapAbove(document, line.index);
  return tail.length + free.length + owned.length === 0;
}

/** Blocks separated only by blank lines are removed together with these lines. */
function merge(text: string, blocks: readonly Block[]): Block[] {
  const merged: Block[] = [];
  for (const block of blocks) {
    const before = merged.at(-1);
    if (before && isBlank(text.slice(before.end, block.start)))
      merged[merged.length - 1] = { ...before, last: block.last, end: block.end };
    else merged.push(block);
  }
  return merged;
}

/** Also removes one blank line, so that the spacing is as if the lines had never existed. */
function removal(document: TomlDocument, block: Block): Edit {
  const { text } = document;
  if (block.start === contentStart(text)) {
    const end = nextLine(text, block.end);
    return edit(block.start, firstOfMany(document, block) ? nextLine(text, end) : end);
  }
  const blank = gapAbove(document, block.first).free.at(-1);
  const start = blank && !blank.comment && takesBlank(document, block) ? blank.start : block.start;
  return edit(previousLineEnd(text, start), block.end);
}

/** Whether a blank line separates the block from content below. */
function firstOfMany(document: TomlDocument, block: Block): boolean {
  const below = lineBelow(document, block);
  return below?.blank === true && !isBlank(document.text.slice(block.end));
}

function takesBlank(document: TomlDocument, block: Block): boolean {
  const below = lineBelow(document, block);
  if (!below || below.blank) return true;
  const above = gapAbove(document, block.first).free.at(-2) ?? gapAbove(document, block.first).tail.at(-1);
  if (!block.isSection) return !above && document.tree.statements[block.first - 1]?.kind === 'header';
  // A standalone comment must not end up directly above an unrelated statement.
  return !(above?.comment && above.indent === below.indent);
}

function lineBelow(document: TomlDocument, block: Block): { blank: boolean; indent: string } | undefined {
  const { text } = document;
  const start = nextLine(text, block.end);
  if (start === text.length) return undefined;
  return { blank: isBlank(text.slice(start, nextLine(text, start))), indent: indentAt(text, start) };
}

function edit(start: number, end: number): Edit {
  return { offset: start, length: end - start, text: '' };
}
