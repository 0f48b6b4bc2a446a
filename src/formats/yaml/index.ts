import { PlugboardError } from '../../model/diagnostics/error.ts';
import { type Path, type Value, isMap, Literal, setOwn, type ValueMap } from '../../model/value.ts';
import type { Addition, Document, Edit, Format } from '../types.ts';
import { formatPath } from '../value-draft.ts';
import { insertEntries } from './insert.ts';
import { numberFrom } from './number.ts';
import { parseYaml, type YamlDocument } from './parse.ts';
import { removeEntry } from './remove.ts';
import { replaceValue } from './replace.ts';
import { clearDocument, fillDocument, replaceDocument } from './root.ts';
import { scalarText } from './scalar-text.ts';
import { adoptStyle, styleOf } from './style.ts';
import { surroundings } from './surroundings.ts';
import { type CollectionNode, type Entry, findNode, type Found, type YamlNode } from './tree.ts';

export const yaml: Format = {
  id: 'yaml',
  tablesAreImplied: false,
  parse: (text, like) => (like ? adoptStyle(parseYaml(text), own(like)) : parseYaml(text)),
  express: expressYaml,
  replace: (document, path, value) => replace(own(document), path, value),
  fill: (document, value) => fillDocument(own(document), value, styleOf(own(document))),
  insert: (document, container, additions) => insert(own(document), container, additions),
  remove: (document, path) => remove(own(document), path),
  rename: (document, path, key) => rename(own(document), path, key),
  surroundings: (document, path) => surroundings(own(document), path),
};

/** Callers pass only documents returned by `parse`. */
function own(document: Document): YamlDocument {
  return document as YamlDocument;
}

function refuse(path: Path, why: string): never {
  throw new PlugboardError('value-inexpressible', { path: formatPath(path), why });
}

/** The node at `path`; throws when changing it would change other values. */
function targetAt(document: YamlDocument, path: Path): Found {
  const found = findNode(document.text, document.root, path);
  if (!found) throw new PlugboardError('path-missing', { path: formatPath(path) });
  if (found.throughAlias) refuse(path, 'it is defined elsewhere in the file, through an alias');
  return found;
}

/** The collection at `path`; throws when the entry at `entry` cannot be added or removed. */
function containerAt(document: YamlDocument, path: Path, entry: Path): Found {
  const found = targetAt(document, path);
  if (found.node.kind === 'alias') refuse(entry, 'it is defined elsewhere in the file, through an alias');
  if (found.node.style === 'bare') refuse(entry, 'entries cannot be added to or removed from a pair without braces');
  return found;
}

function replace(document: YamlDocument, path: Path, value: Value): Edit[] {
  const { text, root } = document;
  const style = styleOf(document);
  if (path.length === 0) return replaceDocument(text, root as YamlNode, value, style);
  const found = targetAt(document, path);
  if (!found.inFlow && found.entry?.lead === undefined) refuse(path, 'its key is written without a colon');
  return replaceValue(text, found, value, style);
}

function insert(document: YamlDocument, container: Path, additions: readonly Addition[]): Edit[] {
  const found = containerAt(document, container, [...container, additions[0]?.step ?? '']);
  return insertEntries(document.text, found, additions, styleOf(document));
}

function remove(document: YamlDocument, path: Path): Edit[] {
  const { text, root } = document;
  if (path.length === 0) return clearDocument(document, root as YamlNode);
  const { entry } = targetAt(document, path);
  const holder = containerAt(document, path.slice(0, -1), path);
  return removeEntry(text, holder, (holder.node as CollectionNode).entries.indexOf(entry as Entry));
}

function rename(document: YamlDocument, path: Path, key: string): Edit[] {
  const { text } = document;
  const { entry, parent } = targetAt(document, path);
  const old = entry?.key as YamlNode;
  if ('entries' in old || (old.kind === 'scalar' && old.block)) refuse(path, 'its key is not a single line of text');
  const quotes = old.kind === 'scalar' && (old.style === 'single' || old.style === 'double') ? old.style : 'none';
  const place = parent?.style === 'block' ? 'key' : 'flow';
  const printed = scalarText(key, place, styleOf(document).singleQuotes, quotes);
  // An alias needs a blank before the colon; an empty key has none after its indicator.
  const blank = old.start === old.end && /[?\w!&]/.test(text[old.start - 1] ?? '') ? ' ' : '';
  return [{ offset: old.start, length: old.end - old.start, text: blank + printed }];
}

/** The value as YAML reads it back: dates become strings. */
function expressYaml(value: Value, path: Path): Value {
  if (Array.isArray(value)) return value.map((item, index) => expressYaml(item, [...path, index]));
  if (value instanceof Literal) return expressLiteral(value, path);
  if (!isMap(value)) return value;
  const map: ValueMap = {};
  for (const [key, item] of Object.entries(value)) setOwn(map, key, expressYaml(item, [...path, key]));
  return map;
}

function expressLiteral(literal: Literal, path: Path): Value {
  if (literal.kind === 'datetime') return literal.text;
  const number = numberFrom(literal.text);
  if (number !== undefined) return number;
  throw new PlugboardError('value-inexpressible', {
    path: formatPath(path),
    why: `${literal.text} is not a number in YAML`,
  });
}
