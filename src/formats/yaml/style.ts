import { eolOf } from '../layout.ts';
import type { YamlDocument } from './parse.ts';
import { columnOf, isBlock, type CollectionNode, type YamlNode } from './tree.ts';

/** The file's style, so that added text matches its surroundings. */
export interface Style {
  readonly eol: string;
  /** Columns per indentation step. */
  readonly unit: number;
  /** Whether the dashes of a list are indented relative to its key. */
  readonly indentedLists: boolean;
  /** Whether lists of scalars are written in brackets. */
  readonly flowLists: boolean;
  readonly singleQuotes: boolean;
  /** `{ a: 1 }` rather than `{a: 1}`. */
  readonly paddedBraces: boolean;
}

interface Census {
  unit?: number;
  indentedLists?: boolean;
  paddedBraces?: boolean;
  flowLists: number;
  blockLists: number;
  singleQuoted: number;
  doubleQuoted: number;
}

const known = new WeakMap<YamlDocument, Style>();

/** Computed once: a document may get many edits. */
export function styleOf(document: YamlDocument): Style {
  const style = known.get(document) ?? findStyle(document);
  known.set(document, style);
  return style;
}

/** Makes text added to a document follow the style of another, which it is an excerpt of. */
export function adoptStyle(document: YamlDocument, like: YamlDocument): YamlDocument {
  known.set(document, styleOf(like));
  return document;
}

function findStyle({ text, root }: YamlDocument): Style {
  const census: Census = { flowLists: 0, blockLists: 0, singleQuoted: 0, doubleQuoted: 0 };
  if (root) count(text, root, census);
  return {
    eol: eolOf(text),
    unit: census.unit ?? 2,
    indentedLists: census.indentedLists ?? true,
    flowLists: census.flowLists > census.blockLists,
    singleQuotes: census.singleQuoted > census.doubleQuoted,
    paddedBraces: census.paddedBraces ?? true,
  };
}

function count(text: string, node: YamlNode, census: Census): void {
  if (node.kind === 'scalar' && node.style === 'single') census.singleQuoted += 1;
  if (node.kind === 'scalar' && node.style === 'double') census.doubleQuoted += 1;
  if (!('entries' in node)) return;
  if (node.entries.length > 0) countCollection(text, node, census);
  for (const entry of node.entries) {
    if (entry.key) count(text, entry.key, census);
    if (entry.key && node.style === 'block' && isBlock(entry.node)) measure(text, node, entry.node, census);
    count(text, entry.node, census);
  }
}

function countCollection(text: string, { kind, style, start, entries }: CollectionNode, census: Census): void {
  if (kind === 'map') {
    if (style === 'flow') census.paddedBraces ??= /\s/.test(text[start + 1] ?? '');
  } else if (!entries.some(({ node }) => 'entries' in node)) {
    census[style === 'block' ? 'blockLists' : 'flowLists'] += 1;
  }
}

function measure(text: string, outer: CollectionNode, inner: CollectionNode, census: Census): void {
  const step = columnOf(text, inner.start) - columnOf(text, outer.start);
  if (inner.kind === 'list') census.indentedLists ??= step > 0;
  if (step > 0) census.unit ??= step;
}
