import {
  isSection,
  type Key,
  type KeyValue,
  mentionsOf,
  type Section,
  type TomlNode,
  type Tree,
} from '../../src/formats/toml/tree.ts';
import { outlineScalar } from './reference-toml.ts';

/** The statements of our tree, in the same form as `referenceToml` returns them. */
export function outlineToml({ root, statements }: Tree): string[] {
  const keys = keysByPlace(root);
  return statements.map((statement) => {
    const place = `${statement.start}-${statement.end}`;
    if (statement.kind === 'key-value') return outlineLine(statement, keys);
    return `${statement.array ? '[[' : '['}${statement.keys.map(outlineKey).join('.')} ${place}`;
  });
}

type Place = Section | KeyValue;

/** The parts of a dotted key before the last are recorded in the tables that they name. */
function keysByPlace(root: TomlNode): Map<Place, Key[]> {
  const keys = new Map<Place, Key[]>();
  const visit = (node: TomlNode): void => {
    for (const { key, within } of mentionsOf(node)) {
      const known = keys.get(within) ?? [];
      // An item of an array of tables is named together with the array.
      if (!known.includes(key)) known.push(key);
      keys.set(within, known);
    }
    if (node.kind === 'table') for (const child of node.children.values()) visit(child);
    else if (node.kind !== 'scalar') for (const item of node.items) visit(item);
  };
  visit(root);
  for (const [place, own] of keys) {
    own.sort((a, b) => a.start - b.start);
    const expected = isSection(place) ? place.header?.keys : undefined;
    if (expected && expected.some((key, index) => key !== own[index])) own.push({ name: 'header', start: -1, end: -1 });
  }
  return keys;
}

function outlineKey({ name, start, end }: Key): string {
  return `${JSON.stringify(name)}@${start}-${end}`;
}

function outlineLine(line: KeyValue, keys: ReadonlyMap<Place, readonly Key[]>): string {
  const own = (keys.get(line) ?? []).map(outlineKey).join('.');
  return `${own} ${line.start}-${line.end} = ${outlineValue(line.value, keys)}`;
}

function outlineValue(node: TomlNode, keys: ReadonlyMap<Place, readonly Key[]>): string {
  if (node.kind === 'scalar') return `${outlineScalar(node.value, node.float)}@${node.start}-${node.end}`;
  if (node.kind === 'list')
    return `[${node.items.map((item) => outlineValue(item, keys)).join()}]@${node.start}-${node.end}`;
  if (node.kind !== 'table' || !node.inline) return 'no value';
  const { members, start, end } = node.inline;
  return `{${members.map((member) => outlineLine(member, keys)).join()}}@${start}-${end}`;
}
