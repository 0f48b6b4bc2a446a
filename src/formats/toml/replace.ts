import { isMap, type Path, setOwn, type Value, valueAt, type ValueMap } from '../../model/value.ts';
import { applyEdits, composeEdits } from '../edit-list.ts';
import { indentAt } from '../layout.ts';
import type { Edit } from '../types.ts';
import { inexpressible, requireWritable } from './express.ts';
import { insert } from './insert.ts';
import { parseToml, type TomlDocument } from './parse.ts';
import { printInline, printValue } from './print.ts';
import { remove } from './remove.ts';
import { styleOf } from './style.ts';
import { isSection, mentionsOf, nodeAt, type Section, spanOf, type TomlNode } from './tree.ts';

export function replace(document: TomlDocument, path: Path, value: Value): Edit[] {
  requireWritable(value, path);
  const node = nodeAt(document.tree.root, path) as TomlNode;
  const span = spanOf(node);
  if (span) return [{ offset: span.start, length: span.end - span.start, text: print(document, node, value) }];
  if (node.kind === 'table' && isMap(value)) return refill(document, path, value);
  if (typeof path.at(-1) !== 'string') throw inexpressible(path, 'only a table can replace a table here');
  return inSteps(document, [(current) => remove(current, path), (current) => insertWithParents(current, path, value)]);
}

function print(document: TomlDocument, node: TomlNode, value: Value): string {
  const place = mentionsOf(node)[0]?.within;
  const line = place && !isSection(place) && isSection(place.holder) ? place : undefined;
  const style = styleOf(document, line?.holder as Section | undefined);
  const text = line ? printValue(value, style, indentAt(document.text, line.start)) : printInline(value, style);
  // A float stays a float.
  return node.kind === 'scalar' && node.float && Number.isInteger(value) && /^-?\d+$/.test(text) ? `${text}.0` : text;
}

/** Replaces the contents of a table. */
function refill(document: TomlDocument, path: Path, value: ValueMap): Edit[] {
  const before = Object.keys(valueAt(document.value, path) as ValueMap);
  return inSteps(document, [
    ...before.map((key) => (current: TomlDocument) => remove(current, [...path, key])),
    ...Object.entries(value).map(
      ([key, item]) =>
        (current: TomlDocument) =>
          insertWithParents(current, [...path, key], item),
    ),
    (current) => (valueAt(current.value, path) === undefined ? insertWithParents(current, path, value) : []),
  ]);
}

/** Implicit tables may have been removed with their last child. */
function insertWithParents(document: TomlDocument, path: Path, value: Value): Edit[] {
  let depth = path.length - 1;
  while (depth > 0 && valueAt(document.value, path.slice(0, depth)) === undefined) depth -= 1;
  const wrapped = path.slice(depth + 1).reduceRight<Value>((inner, step) => {
    const map: ValueMap = {};
    setOwn(map, String(step), inner);
    return map;
  }, value);
  return insert(document, path.slice(0, depth + 1), wrapped);
}

function inSteps(document: TomlDocument, steps: readonly ((current: TomlDocument) => Edit[])[]): Edit[] {
  let current = document;
  let edits: Edit[] = [];
  for (const step of steps) {
    const made = step(current);
    current = parseToml(applyEdits(current.text, made));
    edits = composeEdits(edits, made);
  }
  return edits;
}
