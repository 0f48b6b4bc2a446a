import { nameTools, rawKey, type RawToolName } from '../../runtime/tools/name-tools.ts';

/**
 * Returns the client-visible name of each item, by `rawKey`. With `plain`, an item keeps its own name if no other item
 * has that name.
 */
export function nameAll(items: readonly RawToolName[], style: 'prefixed' | 'plain'): Map<string, string> {
  const names = new Map(nameTools(items, partsOf).tools.map((named) => [rawKey(named), named.name]));
  if (style === 'prefixed') return names;
  const counts = new Map<string, number>();
  for (const name of [...items.map(({ tool }) => tool), ...names.values()])
    counts.set(name, (counts.get(name) ?? 0) + 1);
  for (const item of items) {
    const isOwn = names.get(rawKey(item)) === item.tool;
    if (counts.get(item.tool) === (isOwn ? 2 : 1)) names.set(rawKey(item), item.tool);
  }
  return names;
}

/** Replaces the characters that some models do not accept in tool names. */
function partsOf(server: string, tool: string): { serverPart: string; toolPart: string } {
  return { serverPart: usable(server) || 'server', toolPart: usable(tool) || 'tool' };
}

function usable(text: string): string {
  return text.replaceAll(/[^A-Za-z0-9_-]+/g, '_');
}
