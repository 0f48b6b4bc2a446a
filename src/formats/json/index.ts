import type { Diagnostic } from '../../model/diagnostic.ts';
import { PlugboardError } from '../../model/error.ts';
import { isMap, Literal, type Path, setOwn, type Value, type ValueMap } from '../../model/value.ts';
import { appendItem, type CommaList, nextSlot, removeItem } from '../comma-list.ts';
import { contentStart, indentAt, isBlank } from '../layout.ts';
import type { Document, Edit, Format, Location } from '../types.ts';
import { fastValue } from './fast-value.ts';
import { type JsonTree, parseTree } from './parser.ts';
import { printKey, printValue, styleOf } from './print.ts';
import { skipComment } from './scanner.ts';
import { find, type JsonNode, valueOf } from './tree.ts';

/** Strict JSON: a comment or a trailing comma is an error, because clients that read strictly lose the whole file. */
export const json: Format = jsonFormat('json');
/** JSON with comments and trailing commas. */
export const jsonc: Format = jsonFormat('jsonc');

/** The tree is only built when somebody asks for a position or an edit. */
class JsonDocument implements Document {
  readonly text: string;
  readonly value: Value | undefined;
  readonly diagnostics: readonly Diagnostic[];
  readonly #strict: boolean;
  #tree: JsonTree | undefined;

  constructor(text: string, strict: boolean) {
    this.text = text;
    this.#strict = strict;
    const value = fastValue(text);
    this.value = value ?? (this.root && valueOf(this.root));
    this.diagnostics = this.#tree?.diagnostics ?? [];
  }

  get root(): JsonNode | undefined {
    this.#tree ??= parseTree(this.text, this.#strict);
    return this.#tree.root;
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
    parse: (text) => new JsonDocument(text, id === 'json'),
    express,
    replace,
    insert,
    remove,
    rename,
  };
}

function nodeAt(document: Document, path: Path): JsonNode {
  return find((document as JsonDocument).root, path)?.node as JsonNode;
}

function listOf(node: JsonNode): CommaList {
  const items = node.kind === 'map' ? node.members : node.kind === 'list' ? node.items : [];
  return { open: node.start + 1, close: node.end - 1, items };
}

function replace(document: Document, path: Path, value: Value): Edit[] {
  const node = nodeAt(document, path);
  const text = printValue(value, styleOf(document.text), indentAt(document.text, node.start));
  return [{ offset: node.start, length: node.end - node.start, text }];
}

function insert(document: Document, path: Path, value: Value): Edit[] {
  const { text } = document;
  const style = styleOf(text);
  const step = path.at(-1);
  if (step === undefined) return fillDocument(text, printValue(value, style, ''), style.eol);
  const list = listOf(nodeAt(document, path.slice(0, -1)));
  const slot = nextSlot(text, list, style.unit, style.separator);
  const key = typeof step === 'string' ? printKey(step, style) : '';
  const indent = 'indent' in slot ? slot.indent : indentAt(text, list.open);
  return appendItem(text, list, key + printValue(value, style, indent), slot, skipComment);
}

/** Behind what is there; a final line end is only added when nothing, or one, stood at the end before. */
function fillDocument(text: string, root: string, eol: string): Edit[] {
  const atLineStart = text.length === contentStart(text) || text.endsWith('\n');
  return [{ offset: text.length, length: 0, text: atLineStart ? root + eol : eol + root }];
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

const JSON_NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** JSON has no dates and no numbers beyond decimal ones: those become texts. */
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
