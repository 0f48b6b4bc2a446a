import type { Source } from '../../scripts/source-files.ts';

/**
 * Blocks of this many lines that stand in several places, as `path:line = path:line`. Blank lines and indentation do not
 * count, and neither do imports, which are alike wherever two files use the same things.
 */
export function repeatedLines(sources: readonly Source[], length: number): string[] {
  const first = new Map<string, string>();
  return sources.flatMap((source) => {
    const lines = linesOf(source);
    return lines.flatMap(({ line }, index) => {
      const block = lines.slice(index, index + length);
      if (block.length < length) return [];
      const key = block.map(({ text }) => text).join('\n');
      const place = `${source.path}:${line}`;
      const before = first.get(key);
      if (before === undefined) first.set(key, place);
      return before === undefined ? [] : [`${before} = ${place}`];
    });
  });
}

function linesOf({ text }: Source): { readonly line: number; readonly text: string }[] {
  return text
    .replaceAll(/^(?:import|export) [^;]*? from '[^']*';$/gm, (statement) => statement.replaceAll(/[^\n]/g, ''))
    .split('\n')
    .map((line, index) => ({ line: index + 1, text: line.trim() }))
    .filter((line) => line.text !== '');
}
