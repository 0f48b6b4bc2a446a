import type { CollectionNode, YamlNode } from '../../src/formats/yaml/tree.ts';
import { getOwn, type Value, type ValueMap } from '../../src/model/value.ts';

/** The content of a tree, without its indexes to the same nodes. */
export function outlineYaml(node: YamlNode | undefined): unknown {
  if (!node) return undefined;
  if (!('entries' in node)) return node.kind === 'alias' ? { ...node, target: outlineYaml(node.target) } : node;
  const { kind, style, start, end, props, size, entries } = node;
  const shown = entries.map((entry) => ({ ...entry, key: outlineYaml(entry.key), node: outlineYaml(entry.node) }));
  return { kind, style, start, end, props, size, entries: shown, keys: keysOf(node), sound: isSound(node) };
}

function keysOf({ value, index }: CollectionNode): unknown {
  return index ? { index: [...index.keys()], value: Object.keys(value as ValueMap) } : undefined;
}

/** Whether value and index match the entries. */
function isSound({ kind, value, index, entries }: CollectionNode): boolean {
  if (kind === 'list') return entries.every(({ node }, at) => Object.is((value as Value[])[at], node.value));
  const found = [...(index ?? [])];
  return found.every(([key, { node }]) => Object.is(getOwn(value as ValueMap, key), node.value));
}
