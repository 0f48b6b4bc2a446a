import type { Span } from '../../model/diagnostics/position.ts';
import type { Path, Value } from '../../model/value.ts';

/**
 * A YAML document as the editor sees it: every node with its exact place in the text and the value it reads as. A span
 * ends where the content ends, without the comments, blank lines and line end behind it.
 */
export type YamlNode = ScalarNode | AliasNode | CollectionNode;

/** Anchor and tag in front of a node, from the first of them to the end of the last. */
export interface Props extends Span {
  readonly anchor: string | undefined;
  readonly tagged: boolean;
}

interface NodeBase {
  readonly start: number;
  end: number;
  readonly props: Props | undefined;
  value: Value;
  /** How many nodes this is once its aliases are expanded. */
  size: number;
}

export interface ScalarNode extends NodeBase {
  readonly kind: 'scalar';
  /** A scalar without any text is `empty`. */
  readonly style: 'plain' | 'single' | 'double' | 'block' | 'empty';
  /** The text it stands for, before that is taken for a number or the like. */
  readonly source: string;
  readonly block: BlockScalar | undefined;
}

/** `|2+` and the like. */
export interface BlockScalar {
  /** Behind the header, before a comment. */
  readonly headerEnd: number;
  /** `+`: blank lines at the end belong to the text. */
  readonly keep: boolean;
  /** Column of the text. */
  readonly column: number;
  /** Its last line is a blank one that counts only as long as it has a line end. */
  readonly needsLineEnd: boolean;
}

export interface AliasNode extends NodeBase {
  readonly kind: 'alias';
  readonly target: YamlNode | undefined;
}

export interface CollectionNode extends NodeBase {
  readonly kind: 'map' | 'list';
  /** `bare` is the one pair of `[a: 1]`, a map without braces. */
  readonly style: 'block' | 'flow' | 'bare';
  readonly entries: Entry[];
  /** The entries of a map by key; a list has none. */
  readonly index: Map<string, Entry> | undefined;
}

/** A pair of a map or an item of a list, from its first indicator, anchor or key to the end of its value. */
export interface Entry extends Span {
  readonly key: YamlNode | undefined;
  /** Written with `?`. */
  readonly explicit: boolean;
  /** Behind the `:` or `-`; an item of a flow list has none, nor has a key without a value. */
  readonly lead: number | undefined;
  readonly node: YamlNode;
}

export interface Found {
  readonly node: YamlNode;
  /** The entry whose value the node is, and the collection it stands in; none for the root. */
  readonly entry: Entry | undefined;
  readonly parent: CollectionNode | undefined;
  /** Column of the innermost block collection around the node, -1 at the root. */
  readonly column: number;
  readonly inFlow: boolean;
  /** Whether a step of the path went through an alias to text that stands elsewhere. */
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
