import type { AST } from 'toml-eslint-parser';
import type { Span } from '../../model/position.ts';
import { readScalar } from './scalar.ts';
import type {
  InlineTable,
  Key,
  KeyValue,
  Mention,
  Section,
  Statement,
  TableListNode,
  TableNode,
  TomlNode,
  Tree,
} from './tree.ts';

/** Puts together what the statements say; throws where they contradict each other in a way the parser has let through. */
export function buildTree(program: AST.TOMLProgram, text: string): Tree {
  const root = newTable();
  const top: Section = { header: undefined, body: [], table: root };
  root.section = top;
  const builder = new Builder(text, top);
  for (const statement of program.body[0].body) {
    if (statement.type === 'TOMLTable') builder.addSection(statement);
    else builder.addLine(statement, top);
  }
  return { root, sections: builder.sections, statements: builder.statements, literalStrings: builder.literalStrings };
}

class Builder {
  readonly sections: Section[];
  readonly statements: Statement[] = [];
  literalStrings = 0;
  readonly #text: string;
  readonly #root: TableNode;

  constructor(text: string, top: Section) {
    this.#text = text;
    this.#root = top.table;
    this.sections = [top];
  }

  addSection(node: AST.TOMLTable): void {
    const keys = node.key.keys.map(toKey);
    const array = node.kind === 'array';
    const end = this.#text.indexOf(']', node.key.range[1]) + (array ? 2 : 1);
    const header = { kind: 'header', index: this.statements.length, keys, array, start: node.range[0], end } as const;
    this.statements.push(header);
    const named: { node: TomlNode; key: Key }[] = [];
    let table = this.#root;
    for (const [depth, key] of keys.entries()) {
      const opensItem = array && depth === keys.length - 1;
      const child = ensureChild(table, key, opensItem ? newTables : newTable);
      named.push({ node: child, key });
      if (child.kind === 'tables') {
        if (opensItem) child.items.push(newTable());
        table = child.items.at(-1) as TableNode;
        named.push({ node: table, key });
      } else if (opensItem) throw new Error('a table is used as a list of tables');
      else table = asTable(child);
    }
    if (table.section) throw new Error('a table has two headers');
    const section: Section = { header, body: [], table };
    table.section = section;
    for (const { node: one, key } of named) one.mentions.push({ key, within: section });
    this.sections.push(section);
    for (const line of node.body) this.addLine(line, section);
  }

  addLine(node: AST.TOMLKeyValue, section: Section): void {
    const line = this.#keyValue(node, section, this.statements.length, section.table);
    this.statements.push(line);
    section.body.push(line);
  }

  #keyValue(node: AST.TOMLKeyValue, holder: Section | InlineTable, index: number, table: TableNode): KeyValue {
    const keys = node.key.keys.map(toKey);
    const value = this.#value(node.value);
    const line: KeyValue = { kind: 'key-value', index, keys, value, holder, ...toSpan(node) };
    let target = table;
    for (const [depth, key] of keys.entries()) {
      const mention: Mention = { key, within: line };
      if (depth === keys.length - 1) {
        if (target.children.has(key.name)) throw new Error('a key is defined twice');
        target.children.set(key.name, value);
        value.mentions.push(mention);
      } else {
        target = asTable(ensureChild(target, key, newTable));
        target.mentions.push(mention);
      }
    }
    return line;
  }

  #value(node: AST.TOMLContentNode): TomlNode {
    if (node.type === 'TOMLArray') {
      return { kind: 'list', items: node.elements.map((item) => this.#value(item)), mentions: [], ...toSpan(node) };
    }
    if (node.type === 'TOMLInlineTable') {
      const inline: InlineTable = { members: [], ...toSpan(node) };
      const table = newTable(inline);
      for (const member of node.body) inline.members.push(this.#keyValue(member, inline, -1, table));
      return table;
    }
    if (node.kind === 'string' && !node.multiline) this.literalStrings += node.style === 'literal' ? 1 : -1;
    return { kind: 'scalar', value: readScalar(node), float: node.kind === 'float', mentions: [], ...toSpan(node) };
  }
}

function newTable(inline?: InlineTable): TableNode {
  return { kind: 'table', children: new Map(), mentions: [], ...(inline && { inline }) };
}

function newTables(): TableListNode {
  return { kind: 'tables', items: [], mentions: [] };
}

function ensureChild(table: TableNode, key: Key, create: (inline?: undefined) => TomlNode): TomlNode {
  const found = table.children.get(key.name);
  if (found) return found;
  const created = create();
  table.children.set(key.name, created);
  return created;
}

function asTable(node: TomlNode): TableNode {
  if (node.kind !== 'table' || node.inline) throw new Error('a value is used as a table');
  return node;
}

function toKey(node: AST.TOMLBare | AST.TOMLQuoted): Key {
  return { name: node.type === 'TOMLBare' ? node.name : node.value, ...toSpan(node) };
}

function toSpan(node: { readonly range: readonly [number, number] }): Span {
  return { start: node.range[0], end: node.range[1] };
}
