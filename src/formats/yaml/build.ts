import { type CST, isAlias, isMap, isSeq, type Node, type Pair, type YAMLMap, type YAMLSeq } from 'yaml';
import type { Span } from '../../model/diagnostics/position.ts';
import { setOwn, type Value, type ValueMap } from '../../model/value.ts';
import { buildScalar, propsOf, type Tokens } from './build-scalar.ts';
import { type AliasNode, type CollectionNode, type Entry, type Props, type YamlNode, columnOf } from './tree.ts';

/** Documents that expand to more than this through aliases are denial-of-service attempts. */
const maxExpandedNodes = 100_000;

interface Issues {
  syntax(span: Span, problem: string): void;
  duplicate(key: Span, text: string, first: Span): void;
}

interface Context {
  readonly text: string;
  readonly issues: Issues;
  readonly anchors: Map<string, YamlNode>;
  /** Nodes under construction: an alias to one of them would be recursive. */
  readonly open: Set<YamlNode>;
  expanded: number;
}

type Item = CST.CollectionItem;

/** Builds the tree for the library's composed node; `tokens` are those before it. */
export function buildTree(text: string, root: Node, tokens: Tokens, issues: Issues): YamlNode {
  return buildNode({ text, issues, anchors: new Map(), open: new Set(), expanded: 0 }, root, tokens, 0);
}

/** `at` is the position of an empty node. */
function buildNode(context: Context, node: Node | null, tokens: Tokens, at: number): YamlNode {
  const props = propsOf(tokens);
  if (isMap(node) || isSeq(node)) return buildCollection(context, node, props);
  if (isAlias(node)) return buildAlias(context, node.source, node.srcToken as CST.FlowScalar);
  return anchored(context, buildScalar(node, props, at), node?.anchor);
}

function anchored<T extends YamlNode>(context: Context, node: T, anchor: string | undefined): T {
  if (anchor !== undefined) context.anchors.set(anchor, node);
  return node;
}

function buildAlias(context: Context, name: string, token: CST.FlowScalar): AliasNode {
  const span = { start: token.offset, end: token.offset + token.source.length };
  const target = context.anchors.get(name);
  const alias: AliasNode = { kind: 'alias', ...span, props: undefined, target, value: null, size: 1 };
  if (!target) context.issues.syntax(span, 'this alias has no anchor above it');
  else if (context.open.has(target)) context.issues.syntax(span, 'this alias refers to a value that contains it');
  else if (context.expanded + target.size > maxExpandedNodes) {
    if (context.expanded <= maxExpandedNodes)
      context.issues.syntax(span, 'the aliases of this document expand to too many values');
    context.expanded = maxExpandedNodes + 1;
  } else {
    context.expanded += target.size;
    alias.value = target.value;
    alias.size = target.size;
  }
  return alias;
}

function buildCollection(context: Context, node: YAMLMap | YAMLSeq, props: Props | undefined): CollectionNode {
  const token = node.srcToken as CST.BlockMap | CST.BlockSequence | CST.FlowCollection | undefined;
  const style = !token ? 'bare' : token.type === 'flow-collection' ? 'flow' : 'block';
  const start = startOf(node, token);
  const kind = isMap(node) ? 'map' : 'list';
  const value: Value = kind === 'map' ? {} : [];
  const built: CollectionNode = {
    kind,
    style,
    start,
    end: start,
    props,
    value,
    size: 1,
    entries: [],
    index: kind === 'map' ? new Map() : undefined,
  };
  anchored(context, built, node.anchor);
  context.open.add(built);
  if (isMap(node)) for (const pair of node.items) addPair(context, built, pair as Pair<Node, Node | null>);
  else addItems(context, built, node, token as CST.BlockSequence | CST.FlowCollection);
  context.open.delete(built);
  const misplaced = style === 'block' ? misplacedEntry(context.text, built) : undefined;
  if (misplaced) {
    const { start: at } = misplaced;
    context.issues.syntax({ start: at, end: at + 1 }, 'this entry is not aligned with the one before it');
  }
  built.end = token?.type === 'flow-collection' ? closeOf(token) : (built.entries.at(-1)?.end ?? start);
  return built;
}

function startOf(node: YAMLMap | YAMLSeq, token: CST.Token | undefined): number {
  if (token?.type !== 'flow-collection' && isMap(node)) {
    const [pair] = node.items;
    if (pair?.srcToken) return itemStart(pair.srcToken);
  }
  return token?.offset ?? 0;
}

function closeOf(token: CST.FlowCollection): number {
  return (token.end[0]?.offset ?? token.offset) + 1;
}

/** An item starts with its indicator, anchor, tag or key; anything before belongs to the gap between items. */
function itemStart(item: Item): number {
  const token = item.start.find(isSignificant) ?? item.key ?? item.sep?.find(isColon) ?? item.value;
  return token?.offset ?? 0;
}

function isSignificant({ type }: CST.SourceToken): boolean {
  return type === 'explicit-key-ind' || type === 'anchor' || type === 'tag' || type === 'seq-item-ind';
}

function isColon({ type }: CST.SourceToken): boolean {
  return type === 'map-value-ind';
}

function addPair(context: Context, map: CollectionNode, pair: Pair<Node, Node | null>): void {
  const item = pair.srcToken as Item;
  const start = itemStart(item);
  const question = item.start.find(({ type }) => type === 'explicit-key-ind');
  const colon = item.sep?.find(isColon);
  const key = buildNode(context, pair.key, item.start, question ? question.offset + 1 : start);
  const lead = colon && colon.offset + 1;
  const node = buildNode(context, pair.value, colon ? (item.sep ?? []) : [], lead ?? key.end);
  const entry: Entry = { start, end: node.end, key, explicit: question !== undefined, lead, node };
  const text = keyText(context.text, key);
  const first = map.index?.get(text);
  if (first) context.issues.duplicate(key, text, first);
  map.index?.set(text, entry);
  map.entries.push(entry);
  map.size += node.size;
  setOwn(map.value as ValueMap, text, node.value);
}

function keyText(text: string, key: YamlNode): string {
  if (key.kind === 'scalar') return key.source;
  if (key.kind === 'alias' && key.target) return keyText(text, key.target);
  return text.slice(key.start, key.end);
}

function addItems(
  context: Context,
  list: CollectionNode,
  node: YAMLSeq,
  token: CST.BlockSequence | CST.FlowCollection,
): void {
  const items = (token.items as Item[]).filter(
    (item) => item.key || item.sep || item.value || item.start.some(isSignificant),
  );
  for (const [index, child] of (node.items as Node[]).entries()) {
    const item = items[index] as Item;
    const start = itemStart(item);
    const dash = item.start.find(({ type }) => type === 'seq-item-ind');
    const lead = dash && dash.offset + 1;
    // The tokens before the pair of `[a: 1]` belong to its key.
    const bare = isMap(child) && !child.srcToken;
    const built = buildNode(context, child, bare ? [] : item.start, lead ?? start);
    list.entries.push({ start, end: built.end, key: undefined, explicit: false, lead, node: built });
    list.size += built.size;
    (list.value as Value[]).push(built.value);
  }
}

const lineRest = /^[ \t]*(?:\s#.*)?\r?$/;
const emptyLine = /^[ \t]*(?:#.*)?\r?$/;

/**
 * Where the layout of a block collection violates YAML, although the library accepts it: entries not aligned with the
 * first one, or text between them.
 */
function misplacedEntry(text: string, { entries }: CollectionNode): Entry | undefined {
  const column = columnOf(text, entries[0]?.start ?? 0);
  return entries.find((entry, index) => {
    const before = entries[index - 1];
    if (before && !startsInLine(text, before.end, entry.start, column)) return true;
    if (!entry.key || entry.lead === undefined) return false;
    if (entry.explicit) return !startsInLine(text, entry.key.end, entry.lead - 1, column);
    return text.slice(entry.key.end, entry.lead).includes('\n');
  });
}

/** Whether there are only blanks, comments and line breaks between them, and the second starts a line at `column`. */
function startsInLine(text: string, end: number, start: number, column: number): boolean {
  const [first = '', ...others] = text.slice(end, start).split('\n');
  const last = others.pop();
  return last === ' '.repeat(column) && lineRest.test(first) && others.every((line) => emptyLine.test(line));
}
