import type { Span } from '../../model/diagnostics/position.ts';
import type { Path, Scalar, Value, ValueMap } from '../../model/value.ts';

/**
 * A TOML document in two views: the statements of the text, and the values they define together. Several statements may
 * name one table, so every node knows all places that name it.
 */
export interface Tree {
  readonly root: TableNode;
  /** In text order; the first is the part before all headers. */
  readonly sections: readonly Section[];
  readonly statements: readonly Statement[];
  /** Number of single-quoted one-line strings minus double-quoted ones. */
  readonly literalStrings: number;
}

/** Statements on their own lines. */
export type Statement = Header | KeyValue;

/** `[a.b]` or `[[a.b]]` with the key/value lines below it. */
export interface Section {
  readonly header: Header | undefined;
  readonly body: KeyValue[];
  table: TableNode;
}

export interface Header extends Span {
  readonly kind: 'header';
  readonly index: number;
  readonly keys: readonly Key[];
  readonly array: boolean;
}

/** One part of a dotted key; the span includes its quotes. */
export interface Key extends Span {
  readonly name: string;
}

/** `a.b = value`, on its own line or in an inline table. */
export interface KeyValue extends Span {
  readonly kind: 'key-value';
  /** Its index among the statements; -1 inside an inline table. */
  readonly index: number;
  /** The last part of its dotted key. */
  readonly key: Key;
  readonly value: TomlNode;
  readonly holder: Section | InlineTable;
}

/** A key that names a node, and its header or line. */
export interface Mention {
  readonly key: Key;
  readonly within: Section | KeyValue;
}

export type TomlNode = ScalarNode | ListNode | TableNode | TableListNode;

/** Written in one place, after a key or in a list. */
interface Written extends Span {
  /** The line or member that contains it; undefined for a list item. */
  line: KeyValue | undefined;
}

/** Written in every place that names it. */
interface Named {
  mentions: readonly Mention[];
}

export interface ScalarNode extends Written {
  readonly kind: 'scalar';
  readonly value: Scalar;
  readonly float: boolean;
}

/** `[1, 2]` */
export interface ListNode extends Written {
  readonly kind: 'list';
  readonly items: readonly TomlNode[];
  readonly value: Value[];
}

export interface InlineTable extends Span {
  readonly members: KeyValue[];
}

/** A table in any form: with a header, inline, made of dotted keys, or implied by its children. */
export interface TableNode extends Named {
  readonly kind: 'table';
  readonly children: Map<string, TomlNode>;
  readonly value: ValueMap;
  readonly inline: InlineTable | undefined;
  section: Section | undefined;
}

/** The array defined by `[[a]]` headers. */
export interface TableListNode extends Named {
  readonly kind: 'tables';
  readonly items: TableNode[];
  readonly value: ValueMap[];
}

export function isSection(place: Section | KeyValue | InlineTable): place is Section {
  return 'body' in place;
}

/** The places that name the node, in text order. */
export function mentionsOf(node: TomlNode): readonly Mention[] {
  if (node.kind === 'table' || node.kind === 'tables') return node.mentions;
  return node.line ? [{ key: node.line.key, within: node.line }] : [];
}

export function nodeAt(root: TomlNode, path: Path): TomlNode | undefined {
  let node: TomlNode | undefined = root;
  for (const step of path) {
    if (node?.kind === 'table') node = typeof step === 'string' ? node.children.get(step) : undefined;
    else if (node?.kind === 'list' || node?.kind === 'tables')
      node = typeof step === 'number' ? node.items[step] : undefined;
    else return undefined;
  }
  return node;
}

/** The headers that name this node or a descendant, in text order. */
export function sectionsOf(node: TomlNode): Section[] {
  return mentionsOf(node).flatMap(({ within }) => (isSection(within) ? [within] : []));
}

/** The last dotted key that defines this table, if any: such a table must not get a header. */
export function lastDotted(table: TableNode): (Mention & { readonly within: KeyValue }) | undefined {
  if (table.inline) return undefined;
  const last = table.mentions.findLast(({ within }) => !isSection(within));
  return last as (Mention & { readonly within: KeyValue }) | undefined;
}

/** The node's span when its whole value is written in one place. */
export function spanOf(node: TomlNode): Span | undefined {
  if (node.kind === 'table') return node.inline;
  return node.kind === 'tables' ? undefined : node;
}
