import type { Span } from '../../model/diagnostics/position.ts';
import type { Path } from '../../model/value.ts';
import type { Surroundings } from '../types.ts';
import type { TomlDocument } from './parse.ts';
import { mentionsOf, nodeAt, type Section, sectionsOf, type TomlNode, type Tree } from './tree.ts';

/** A table named more often than this is a container of others. */
const MOST_MENTIONS = 8;

/**
 * A change to a table depends on the sections that name it, on their neighbors, and on the lines before all headers.
 * List items are counted, so nothing around one can be left out.
 */
export function surroundings({ text, tree }: TomlDocument, path: Path): Surroundings | undefined {
  if (path.some((step) => typeof step === 'number')) return undefined;
  const named = sectionsNaming(tree.root, path).map((section) => indexesOf(tree).get(section) ?? 0);
  if (named.length === 0) return undefined;
  const shown = new Set([0, ...named.flatMap((index) => [index - 1, index, index + 1])]);
  const startOf = (index: number): number => tree.sections[index]?.header?.start ?? text.length;
  const cuts: Span[] = [];
  let last = 0;
  for (const index of [...shown, tree.sections.length].toSorted((a, b) => a - b)) {
    if (index > last + 1) cuts.push({ start: startOf(last + 1), end: startOf(index) });
    last = Math.max(last, index);
  }
  return { cuts, path };
}

/** The headers of the outermost table on the path that is not a container; empty when there is no such table. */
function sectionsNaming(root: TomlNode, path: Path): Section[] {
  for (let length = 1; length <= path.length; length += 1) {
    const node = nodeAt(root, path.slice(0, length));
    if (node && (mentionsOf(node).length <= MOST_MENTIONS || length === path.length)) return sectionsOf(node);
  }
  return [];
}

const known = new WeakMap<Tree, Map<Section, number>>();

function indexesOf(tree: Tree): Map<Section, number> {
  const indexes = known.get(tree) ?? new Map(tree.sections.map((section, index) => [section, index]));
  known.set(tree, indexes);
  return indexes;
}
