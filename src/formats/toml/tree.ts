import type { Span } from '../../model/diagnostics/position.ts';
import type { Path, Scalar, Value, ValueMap } from '../../model/value.ts';

/**
 * A TOML document twice over: as the statements that stand in the text, and as the values that they define together.
 * One table may be named by many statements, so every node knows all the places that name it.
 */
export interface Tree {
  readonly root: TableNode;
  /** In the order of the text; the first one is the part before all headers. */
  readonly sections: readonly Section[];
  readonly statements: readonly Statement[];
  /** How many one-line strings are written in single quotes, less those in double quotes. */
  readonly literalStrings: number;
}

/** What stands on lines of its own. */
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

/** One step of a dotted key; the span includes its quotes. */
export interface Key extends Span {
  readonly name: string;
}

/** `a.b = value`, on a line of its own or in an inline table. */
export interface KeyValue extends Span {
  readonly kind: 'key-value';
  /** Its place among the statements; -1 inside an inline table. */
  readonly index: number;
  /** The last step of its dotted key. */
  readonly key: Key;
  readonly value: TomlNode;
  readonly holder: Section | InlineTable;
}

/** A key that names a node, and the header or line it stands in. */
export interface Mention {
  readonly key: Key;
  readonly within: Section | KeyValue;
}

export type TomlNode = ScalarNode | ListNode | TableNode | TableListNode;

/** Written in one place, behind a key or in a list. */
interface Written extends Span {
  /** The line or member that holds it; undefined for an item of a list. */
  line: KeyValue | undefined;
}

/** Written in as many places as name it. */
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

/** A table in any of its forms: with a header, inline, made of dotted keys, or only implied by what is in it. */
export interface TableNode extends Named {
  readonly kind: 'table';
  readonly children: Map<string, TomlNode>;
  readonly value: ValueMap;
  readonly inline: InlineTable | undefined;
  section: Section | undefined;
}

/** The list that `[[a]]` headers make. */
export interface TableListNode extends Named {
  readonly kind: 'tables';
  readonly items: TableNode[];
  readonly value: ValueMap[];
}

export function isSection(place: Section | KeyValue | InlineTable): place is Section {
  return 'body' in place;
}

/** The places that name the node, in the order of the text. */
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

/** The headers that name this node or something below it, in the order of the text. */
export function sectionsOf(node: TomlNode): Section[] {
  return mentionsOf(node).flatMap(({ within }) => (isSection(within) ? [within] : []));
}

/** The last dotted key that makes this table, when there is one: such a table must not get a header. */
export function lastDotted(table: TableNode): (Mention & { readonly within: KeyValue }) | undefined {
  if (table.inline) return undefined;
  const last = table.mentions.findLast(({ within }) => !isSection(within));
  return last as (Mention & { readonly within: KeyValue }) | undefined;
}

/** Where the node stands when its whole value is written in one place. */
export function spanOf(node: TomlNode): Span | undefined {
  if (node.kind === 'table') return node.inline;
  return node.kind === 'tables' ? undefined : node;
}
