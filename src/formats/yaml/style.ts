import { columnOf, isBlock, type CollectionNode, type YamlNode } from './tree.ts';
import { eolOf } from '../layout.ts';

/** How a file writes things, so that what is added looks like the rest of it. */
export interface Style {
  readonly eol: string;
  /** Columns of one step of indentation. */
  readonly unit: number;
  /** Whether the dashes of a list stand deeper than the key it belongs to. */
  readonly indentedLists: boolean;
  /** Whether lists of scalars are written in brackets. */
  readonly flowLists: boolean;
  readonly singleQuotes: boolean;
}

interface Census {
  unit?: number;
  indentedLists?: boolean;
  flowLists: number;
  blockLists: number;
  singleQuoted: number;
  doubleQuoted: number;
}

export function styleOf(text: string, root: YamlNode | undefined): Style {
  const census: Census = { flowLists: 0, blockLists: 0, singleQuoted: 0, doubleQuoted: 0 };
  if (root) count(text, root, census);
  return {
    eol: eolOf(text),
    unit: census.unit ?? 2,
    indentedLists: census.indentedLists ?? true,
    flowLists: census.flowLists > census.blockLists,
    singleQuotes: census.singleQuoted > census.doubleQuoted,
  };
}

function count(text: string, node: YamlNode, census: Census): void {
  if (node.kind === 'scalar') {
    if (node.style === 'single') census.singleQuoted += 1;
    if (node.style === 'double') census.doubleQuoted += 1;
  }
  if (!('entries' in node)) return;
  if (node.kind === 'list' && node.style === 'block') census.blockLists += 1;
  if (node.kind === 'list' && node.style === 'flow' && node.entries.length > 0) census.flowLists += 1;
  for (const entry of node.entries) {
    if (entry.key && node.style === 'block' && isBlock(entry.node)) measure(text, node, entry.node, census);
    if (entry.key) count(text, entry.key, census);
    count(text, entry.node, census);
  }
}

function measure(text: string, outer: CollectionNode, inner: CollectionNode, census: Census): void {
  const step = columnOf(text, inner.start) - columnOf(text, outer.start);
  if (inner.kind === 'list') census.indentedLists ??= step > 0;
  if (step > 0) census.unit ??= step;
}
