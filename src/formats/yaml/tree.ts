import type { Span } from '../../model/diagnostics/position.ts';
import type { Path, Value } from '../../model/value.ts';

/**
 * A YAML document for editing: every node with its exact span and value. A span ends where the content ends, without
 * comments, blank lines and the line break after it.
 */
export type YamlNode = ScalarNode | AliasNode | CollectionNode;

/** The span of the anchor and tag before a node. */
export interface Props extends Span {
  readonly anchor: string | undefined;
  readonly tagged: boolean;
}

interface NodeBase {
  readonly start: number;
  end: number;
  readonly props: Props | undefined;
  value: Value;
  /** Number of nodes after expanding aliases. */
  size: number;
}

export interface ScalarNode extends NodeBase {
  readonly kind: 'scalar';
  /** A scalar without text is `empty`. */
  readonly style: 'plain' | 'single' | 'double' | 'block' | 'empty';
  /** The text before it is resolved to a number or another type. */
  readonly source: string;
  readonly block: BlockScalar | undefined;
}

/** For example `|2+`. */
export interface BlockScalar {
  /** After the header, before a comment. */
  readonly headerEnd: number;
  /** `+`: trailing blank lines belong to the text. */
  readonly keep: boolean;
  /** Column of the text. */
  readonly column: number;
  /** Its last line is blank and counts only while it has a line break. */
  readonly needsLineEnd: boolean;
}

export interface AliasNode extends NodeBase {
  readonly kind: 'alias';
  readonly target: YamlNode | undefined;
}

export interface CollectionNode extends NodeBase {
  readonly kind: 'map' | 'list';
  /** `bare` is the single pair of `[a: 1]`, a map without braces. */
  readonly style: 'block' | 'flow' | 'bare';
  readonly entries: Entry[];
  /** The entries of a map by key; undefined for a list. */
  readonly index: Map<string, Entry> | undefined;
}

/** A pair of a map or an item of a list, from its first indicator, anchor or key to the end of its value. */
export interface Entry extends Span {
  readonly key: YamlNode | undefined;
  /** Written with `?`. */
  readonly explicit: boolean;
  /** After the `:` or `-`; undefined for flow list items and keys without a value. */
  readonly lead: number | undefined;
  readonly node: YamlNode;
}

export interface Found {
  readonly node: YamlNode;
  /** The entry whose value the node is, and its collection; undefined for the root. */
  readonly entry: Entry | undefined;
  readonly parent: CollectionNode | undefined;
  /** Column of the innermost block collection around the node, -1 at the root. */
  readonly column: number;
  readonly inFlow: boolean;
  /** Whether the path leads through an alias to text elsewhere. */
  readonly throughAlias: boolean;
}

export function isBlock(node: YamlNode | undefined): node is CollectionNode {
  return node !== undefined && 'entries' in node && node.style === 'block';
}

export function findNode(text: string, root: YamlNode | undefined, path: Path): Found | undefined {
  if (!root) return undefined;
  let found: Found = {
    node: root,
    entry: undefined,
    parent: undefined,
    column: -1,
    inFlow: false,
    throughAlias: false,
  };
  for (const step of path) {
    let parent: YamlNode | undefined = found.node;
    let { throughAlias } = found;
    while (parent?.kind === 'alias') {
      parent = parent.target;
      throughAlias = true;
    }
    if (!parent || !('entries' in parent)) return undefined;
    const entry: Entry | undefined =
      parent.kind === 'list' ? parent.entries[step as number] : parent.index?.get(String(step));
    if (!entry || (parent.kind === 'list') !== (typeof step === 'number')) return undefined;
    const block = parent.style === 'block';
    const column = block ? columnOf(text, entry.start) : found.column;
    found = { node: entry.node, entry, parent, column, inFlow: found.inFlow || !block, throughAlias };
  }
  return found;
}

export function columnOf(text: string, offset: number): number {
  const start = text.lastIndexOf('\n', offset - 1) + 1;
  return offset - start - (start === 0 && text.charCodeAt(0) === 0xfeff ? 1 : 0);
}
