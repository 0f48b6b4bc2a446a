import { setOwn } from '../../model/value.ts';
import {
  isSection,
  type Header,
  type InlineTable,
  type Key,
  type KeyValue,
  type Mention,
  type Section,
  type TableListNode,
  type TableNode,
  type TomlNode,
} from './tree.ts';

/** A duplicate key. */
export interface RepeatedKey {
  readonly key: Key;
  readonly table: TableNode;
  /** Where the duplicate's content is stored, so that parsing can continue. */
  readonly storedAs: string;
}

/** Adds keys to tables and records duplicates. */
export class Tables {
  readonly repeated: RepeatedKey[] = [];

  /** Opens the section of a header. */
  open(root: TableNode, header: Header): Section {
    const { keys, array } = header;
    const section: Section = { header, body: [], table: root };
    let table = root;
    const last = keys.length - 1;
    for (let depth = 0; depth <= last; depth += 1) {
      const key = keys[depth] as Key;
      const opensItem = array && depth === last;
      let child = table.children.get(key.name);
      if (child && !fitsHeader(child, depth < last ? 'between' : array ? 'item' : 'table'))
        child = this.#repeat(table, key, opensItem ? newTables() : newTable());
      child ??= add(table, key.name, opensItem ? newTables() : newTable());
      if (child.kind === 'tables') {
        mention(child, { key, within: section });
        if (opensItem) addItem(child);
        table = child.items.at(-1) as TableNode;
      } else table = child as TableNode;
      mention(table, { key, within: section });
    }
    section.table = table;
    table.section = section;
    return section;
  }

  /** The table that a dotted key leads to, relative to its own table. */
  between(table: TableNode, keys: readonly Key[], line: KeyValue): TableNode {
    let target = table;
    for (let depth = 0; depth < keys.length - 1; depth += 1) {
      const key = keys[depth] as Key;
      let child = target.children.get(key.name);
      if (child && !isOpen(child)) child = this.#repeat(target, key, newTable());
      child ??= add(target, key.name, newTable());
      target = child as TableNode;
      mention(target, { key, within: line });
    }
    return target;
  }

  /** Adds the value of a line to a table. */
  define(table: TableNode, line: KeyValue): void {
    const { key, value } = line;
    if (table.children.has(key.name)) this.#repeat(table, key, value);
    else add(table, key.name, value);
    if (value.kind === 'scalar' || value.kind === 'list') value.line = line;
    else mention(value, { key, within: line });
  }

  #repeat(table: TableNode, key: Key, node: TomlNode): TomlNode {
    const storedAs = `${key.name}\n${this.repeated.length}`;
    this.repeated.push({ key, table, storedAs });
    table.children.set(storedAs, node);
    return node;
  }
}

/** Whether a header may name the node: on the way to its own table, as that table, or as an array that gets an item. */
function fitsHeader(node: TomlNode, place: 'between' | 'table' | 'item'): boolean {
  if (place === 'item') return node.kind === 'tables';
  if (place === 'between') return node.kind === 'tables' || (node.kind === 'table' && !node.inline);
  return (
    node.kind === 'table' && !node.inline && !node.section && node.mentions.every(({ within }) => isSection(within))
  );
}

/** Whether dotted keys may add to the node: only tables without a header or braces. */
function isOpen(node: TomlNode): boolean {
  return node.kind === 'table' && !node.inline && !node.section;
}

/** Most are named once; a growing array would reserve memory for many. */
function mention(node: TableNode | TableListNode, added: Mention): void {
  if (node.mentions.length === 0) node.mentions = [added];
  else (node.mentions as Mention[]).push(added);
}

export function newTable(inline?: InlineTable): TableNode {
  return { kind: 'table', children: new Map(), value: {}, mentions: [], inline, section: undefined };
}

function newTables(): TableListNode {
  return { kind: 'tables', items: [], value: [], mentions: [] };
}

function add(table: TableNode, name: string, node: TomlNode): TomlNode {
  table.children.set(name, node);
  setOwn(table.value, name, node.value);
  return node;
}

function addItem(list: TableListNode): void {
  const item = newTable();
  list.items.push(item);
  list.value.push(item.value);
}

export function newSection(header: Section['header'], table: TableNode): Section {
  const section: Section = { header, body: [], table };
  table.section = section;
  return section;
}
