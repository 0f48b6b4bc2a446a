import type { Diagnostic } from '../../model/diagnostics/diagnostic.ts';
import { PlugboardError } from '../../model/diagnostics/error.ts';
import type { Span } from '../../model/diagnostics/position.ts';
import { isMap, Literal, type Path, setOwn, type Value, type ValueMap } from '../../model/value.ts';
import { appendItems, type CommaList, nextSlot, removeItem } from '../comma-list.ts';
import { contentStart, indentAt, isBlank, lineStart, previousLineEnd } from '../layout.ts';
import type { Addition, Document, Edit, Format, Location, Surroundings } from '../types.ts';
import { fastValue } from './fast-value.ts';
import { type JsonTree, parseTree } from './parser.ts';
import { type JsonStyle, printKey, printValue, styleOf } from './print.ts';
import { skipComment } from './scanner.ts';
import { find, type JsonNode, valueOf } from './tree.ts';

/** Strict JSON: a comment or trailing comma is an error, because strict clients reject the whole file. */
export const json: Format = jsonFormat('json');
/** JSON with comments and trailing commas. */
export const jsonc: Format = jsonFormat('jsonc');

/** The tree is built lazily, when a position or an edit is requested. */
class JsonDocument implements Document {
  readonly text: string;
  readonly value: Value | undefined;
  readonly diagnostics: readonly Diagnostic[];
  readonly #strict: boolean;
  readonly #like: JsonDocument | undefined;
  #tree: JsonTree | undefined;
  #style: JsonStyle | undefined;

  constructor(text: string, strict: boolean, like?: JsonDocument) {
    this.text = text;
    this.#strict = strict;
    this.#like = like;
    const value = fastValue(text);
    this.value = value ?? (this.root && valueOf(this.root));
    this.diagnostics = this.#tree?.diagnostics ?? [];
  }

  get root(): JsonNode | undefined {
    this.#tree ??= parseTree(this.text, this.#strict);
    return this.#tree.root;
  }

  /** Style of added text. */
  get style(): JsonStyle {
    this.#style ??= this.#like?.style ?? styleOf(this.text);
    return this.#style;
  }

  locate(path: Path): Location | undefined {
    const found = find(this.root, path);
    if (!found) return undefined;
    const value = { start: found.node.start, end: found.node.end };
    const { member } = found;
    return member ? { key: { start: member.start, end: member.keyEnd }, value } : { value };
  }
}

function jsonFormat(id: 'json' | 'jsonc'): Format {
  return {
    id,
    tablesAreImplied: false,
    parse: (text, like) => new JsonDocument(text, id === 'json', like && own(like)),
    express,
    replace,
    fill: ({ text }, value) => fillDocument(text, value),
    insert,
    remove,
    rename,
    surroundings,
  };
}

/** Callers pass only documents returned by `parse`. */
function own(document: Document): JsonDocument {
  return document as JsonDocument;
}

function nodeAt(document: Document, path: Path): JsonNode {
  return find(own(document).root, path)?.node as JsonNode;
}

function listOf(node: JsonNode): CommaList {
  const items = node.kind === 'map' ? node.members : node.kind === 'list' ? node.items : [];
  return { open: node.start + 1, close: node.end - 1, items };
}

function replace(document: Document, path: Path, value: Value): Edit[] {
  const node = nodeAt(document, path);
  const text = printValue(value, own(document).style, indentAt(document.text, node.start));
  return [{ offset: node.start, length: node.end - node.start, text }];
}

function insert(document: Document, container: Path, additions: readonly Addition[]): Edit[] {
  const { text } = document;
  const { style } = own(document);
  const list = listOf(nodeAt(document, container));
  const slot = nextSlot(text, list, style.unit, style.separator);
  const indent = 'indent' in slot ? slot.indent : indentAt(text, list.open);
  const items = additions.map(({ step, value }) => {
    const key = typeof step === 'string' ? printKey(step, style) : '';
    return key + printValue(value, style, indent);
  });
  return appendItems(text, list, items, slot, skipComment);
}

/** Appended to the content; a final newline is added only when the text had none or one. */
function fillDocument(text: string, value: Value): Edit[] {
  const style = styleOf(text);
  const root = printValue(value, style, '');
  const atLineStart = text.length === contentStart(text) || text.endsWith('\n');
  return [{ offset: text.length, length: 0, text: atLineStart ? root + style.eol : style.eol + root }];
}

function remove(document: Document, path: Path): Edit[] {
  const { text } = document;
  const step = path.at(-1);
  if (step === undefined) return clearDocument(text, nodeAt(document, []));
  const parent = nodeAt(document, path.slice(0, -1));
  const index = parent.kind === 'map' ? parent.members.findIndex((member) => member.key === step) : Number(step);
  return removeItem(text, listOf(parent), index, skipComment);
}

function clearDocument(text: string, root: JsonNode): Edit[] {
  let { start, end } = root;
  const rest = text.slice(end);
  if (rest === '') start -= /\r?\n$/.exec(text.slice(0, start))?.[0].length ?? 0;
  else if (isBlank(rest)) end += /^[ \t]*\r?\n?/.exec(rest)?.[0].length ?? 0;
  return [{ offset: start, length: end - start, text: '' }];
}

function rename(document: Document, path: Path, key: string): Edit[] {
  const span = document.locate(path)?.key;
  return span ? [{ offset: span.start, length: span.end - span.start, text: JSON.stringify(key) }] : [];
}

/** A change between brackets depends on nothing outside them except the indent of their line. */
function surroundings(document: Document, path: Path): Surroundings {
  const before: Span[] = [];
  const behind: Span[] = [];
  let node = own(document).root as JsonNode;
  for (const step of path) {
    const { items } = listOf(node);
    const found = find(node, [step]) as NonNullable<ReturnType<typeof find>>;
    const item: Span = found.member ?? found.node;
    const [first, last] = [items[0] as Span, items.at(-1) as Span];
    if (first !== item) before.push({ start: first.start, end: linesFrom(document.text, first, item) });
    if (last !== item) behind.push({ start: item.end, end: last.end });
    ({ node } = found);
  }
  return {
    cuts: [...before, ...behind.toReversed()],
    path: path.map((step) => (typeof step === 'number' ? 0 : step)),
  };
}

/** Where the text can continue in place of `first`, so that `item` stays on its own line. */
function linesFrom(text: string, first: Span, item: Span): number {
  const line = lineStart(text, item.start);
  return line > first.end && isBlank(text.slice(line, item.start)) ? previousLineEnd(text, line) : item.start;
}

const JSON_NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** JSON has no dates and only decimal numbers: other values become strings. */
function express(value: Value, path: Path): Value {
  if (value instanceof Literal) return value.kind === 'number' && JSON_NUMBER.test(value.text) ? value : value.text;
  if (Array.isArray(value)) return value.map((item, index) => express(item, [...path, index]));
  if (isMap(value)) {
    const map: ValueMap = {};
    for (const [key, item] of Object.entries(value)) setOwn(map, key, express(item, [...path, key]));
    return map;
  }
  if (typeof value === 'number' && !Number.isFinite(value)) {
    throw new PlugboardError('value-inexpressible', { path: path.join('.'), why: `JSON has no ${value}` });
  }
  return value;
}
