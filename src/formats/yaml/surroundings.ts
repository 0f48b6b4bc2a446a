import type { Span } from '../../model/diagnostics/position.ts';
import type { Path } from '../../model/value.ts';
import type { Surroundings } from '../types.ts';
import type { YamlDocument } from './parse.ts';
import { type CollectionNode, type Entry, isBlock } from './tree.ts';

/**
 * A change to an entry depends on its own lines and on those after it, up to the end of the next entry at the innermost
 * level that has one.
 */
export function surroundings({ root }: YamlDocument, path: Path): Surroundings | undefined {
  const before: Span[] = [];
  const behind: { entries: readonly Entry[]; index: number }[] = [];
  let node = root;
  for (const step of path) {
    // In brackets, or behind an alias, lines do not delimit entries.
    if (!isBlock(node)) return undefined;
    const { entries }: CollectionNode = node;
    const entry = node.kind === 'list' ? entries[Number(step)] : node.index?.get(String(step));
    const [first, last] = [entries[0], entries.at(-1)];
    if (!entry || !first || !last) return undefined;
    if (first !== entry) before.push({ start: first.start, end: entry.start });
    if (last !== entry) behind.push({ entries, index: entries.indexOf(entry) });
    ({ node } = entry);
  }
  const follows = behind.toReversed().map(({ entries, index }, level): Span => {
    const shown = entries[index + (level === 0 ? 1 : 0)] as Entry;
    return { start: shown.end, end: (entries.at(-1) as Entry).end };
  });
  return {
    cuts: [...before, ...follows.filter(({ start, end }) => start < end)],
    path: path.map((step) => (typeof step === 'number' ? 0 : step)),
  };
}
