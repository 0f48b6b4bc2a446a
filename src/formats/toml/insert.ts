import { isMap, type Path, type Value, type ValueMap } from '../../model/value.ts';
import { indentAt, lineEnd } from '../layout.ts';
import type { Addition, Edit } from '../types.ts';
import { requireWritable, inexpressible } from './express.ts';
import { appendMember, appendToList } from './inline.ts';
import type { TomlDocument } from './parse.ts';
import { placeLine, placeSections } from './place.ts';
import { printKey, printLine, printSections } from './print.ts';
import { styleOf } from './style.ts';
import {
  isSection,
  lastDotted,
  nodeAt,
  type Section,
  sectionsOf,
  type TableListNode,
  type TableNode,
  type TomlNode,
} from './tree.ts';

/** Several at once only if each gets its own section; positions of mixed lines and sections depend on each other. */
export function insertAll(document: TomlDocument, container: Path, additions: readonly Addition[]): Edit[] | undefined {
  const [only, ...others] = additions;
  if (only && others.length === 0) return insert(document, [...container, only.step], only.value);
  const table = nodeAt(document.tree.root, container);
  if (table?.kind !== 'table' || table.inline || lastDotted(table)) return undefined;
  const maps = additions.flatMap(({ step, value }) => (isMap(value) ? [{ key: String(step), value }] : []));
  if (maps.length < additions.length) return undefined;
  for (const { key, value } of maps) requireWritable(value, [...container, key]);
  return insertTables(document, table, maps);
}

export function insert(document: TomlDocument, path: Path, value: Value): Edit[] {
  requireWritable(value, path);
  const container = nodeAt(document.tree.root, path.slice(0, -1)) as TomlNode;
  const key = String(path.at(-1));
  if (container.kind === 'list') return appendToList(document, container, value);
  if (container.kind === 'tables') {
    if (isMap(value)) return insertItem(document, container, value);
    throw inexpressible(path, 'a list written with [[headers]] can only contain tables');
  }
  if (container.kind !== 'table') throw inexpressible(path, 'its parent is not a table');
  if (container.inline) return appendMember(document, container.inline, '', key, value);
  if (lastDotted(container)) return insertDotted(document, container, key, value);
  return isMap(value)
    ? insertTables(document, container, [{ key, value }])
    : insertLine(document, container, key, value);
}

/** `[[name]]` after the other items. */
function insertItem(document: TomlDocument, list: TableListNode, value: ValueMap): Edit[] {
  const last = list.items.at(-1)?.section;
  const style = styleOf(document, last);
  const sections = printSections(nameOf(document, list), value, style, headerIndent(document, last), true);
  return placeSections(document, sectionsOf(list).at(-1), sections, style);
}

/** A table made of dotted keys must not get a header, so a dotted key is added. */
function insertDotted(document: TomlDocument, table: TableNode, key: string, value: Value): Edit[] {
  const { text } = document;
  const { key: named, within } = lastDotted(table) as NonNullable<ReturnType<typeof lastDotted>>;
  const prefix = `${text.slice(within.start, named.end)}.`;
  if (!isSection(within.holder)) return appendMember(document, within.holder, prefix, key, value);
  const style = styleOf(document, within.holder);
  const line = printLine(prefix + printKey(key, style.literalStrings), value, style, indentAt(text, within.start));
  return [{ offset: lineEnd(text, within.end), length: 0, text: style.eol + line }];
}

interface NamedTable {
  readonly key: string;
  readonly value: ValueMap;
}

function insertTables(document: TomlDocument, container: TableNode, tables: readonly NamedTable[]): Edit[] {
  const { root, sections } = document.tree;
  const around = container === root ? sections.filter(({ header }) => header) : sectionsOf(container);
  const name = nameOf(document, container);
  const depth = keysUpTo(container) + 1;
  const sibling = around.findLast(({ header }) => header?.keys.length === depth);
  const style = styleOf(document, sibling ?? container.section);
  const indent = headerIndent(document, sibling ?? container.section);
  const printed = tables.flatMap(({ key, value }) => {
    const last = printKey(key, style.literalStrings);
    return printSections(name === '' ? last : `${name}.${last}`, value, style, indent);
  });
  return placeSections(document, around.at(-1), printed, style);
}

function insertLine(document: TomlDocument, container: TableNode, key: string, value: Value): Edit[] {
  const { section } = container;
  if (!section) return insertHeader(document, container, key, value);
  const style = styleOf(document, section);
  const { text } = document;
  const last = section.body.at(-1);
  const fresh = section.header ? indentAt(text, section.header.start) + style.bodyIndent : '';
  const indent = last ? indentAt(text, last.start) : fresh;
  return placeLine(document, section, printLine(printKey(key, style.literalStrings), value, style, indent), style);
}

/** An implicit table gets its own header. */
function insertHeader(document: TomlDocument, table: TableNode, key: string, value: Value): Edit[] {
  const last = sectionsOf(table).at(-1);
  const style = styleOf(document, last);
  const map: ValueMap = Object.fromEntries([[key, value]]);
  return placeSections(
    document,
    last,
    printSections(nameOf(document, table), map, style, headerIndent(document, last)),
    style,
  );
}

function headerIndent({ text }: TomlDocument, section: Section | undefined): string {
  return section?.header ? indentAt(text, section.header.start) : '';
}

/** The table's name as spelled in the last header that names it; empty for the document. */
function nameOf({ text }: TomlDocument, node: TableNode | TableListNode): string {
  const mention = node.mentions.findLast(({ within }) => isSection(within));
  if (!mention || !isSection(mention.within) || !mention.within.header) return '';
  return text.slice(mention.within.header.keys[0]?.start, mention.key.end);
}

/** How many keys a header needs to name the table. */
function keysUpTo(table: TableNode): number {
  const mention = table.mentions.findLast(({ within }) => isSection(within));
  if (!mention || !isSection(mention.within)) return 0;
  return (mention.within.header?.keys.indexOf(mention.key) ?? -1) + 1;
}
