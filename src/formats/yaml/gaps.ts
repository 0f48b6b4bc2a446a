import { columnOf, type CollectionNode, type Entry } from './tree.ts';

const lineRest = /^[ \t]*(?:\s#.*)?\r?$/;
const emptyLine = /^[ \t]*(?:#.*)?\r?$/;

/**
 * Where a block collection is not laid out as YAML demands, though the library has read something from it: entries that
 * do not start in line with the first one, or text between them that belongs to none.
 */
export function misplacedEntry(text: string, { entries }: CollectionNode): Entry | undefined {
  const column = columnOf(text, entries[0]?.start ?? 0);
  return entries.find((entry, index) => {
    const before = entries[index - 1];
    if (before && !startsInLine(text, before.end, entry.start, column)) return true;
    if (!entry.key || entry.lead === undefined) return false;
    if (entry.explicit) return !startsInLine(text, entry.key.end, entry.lead - 1, column);
    return text.slice(entry.key.end, entry.lead).includes('\n');
  });
}

/** Whether only blanks, comments and line ends stand between, and the second starts a line at `column`. */
function startsInLine(text: string, end: number, start: number, column: number): boolean {
  const [first = '', ...others] = text.slice(end, start).split('\n');
  const last = others.pop();
  return last === ' '.repeat(column) && lineRest.test(first) && others.every((line) => emptyLine.test(line));
}
