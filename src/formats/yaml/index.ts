import { PlugboardError } from '../../model/error.ts';
import type { Path, Value } from '../../model/value.ts';
import { show } from '../edit.ts';
import type { Document, Edit, Format } from '../types.ts';
import { expressYaml } from './express.ts';
import { insertEntry } from './insert.ts';
import { parseYaml, type YamlDocument } from './parse.ts';
import { removeEntry } from './remove.ts';
import { replaceValue } from './replace.ts';
import { clearDocument, fillDocument, replaceDocument } from './root.ts';
import { scalarText } from './scalar-text.ts';
import { styleOf } from './style.ts';
import { type CollectionNode, type Entry, findNode, type Found, type YamlNode } from './tree.ts';

export const yaml: Format = {
  id: 'yaml',
  tablesAreImplied: false,
  parse: parseYaml,
  express: expressYaml,
  replace,
  insert,
  remove,
  rename,
};

function refuse(path: Path, why: string): never {
  throw new PlugboardError('value-inexpressible', { path: show(path), why });
}

/** What stands at `path`, once it is clear that changing it changes nothing else. */
function targetAt(document: YamlDocument, path: Path): Found {
  const found = findNode(document.text, document.root, path);
  if (!found) throw new PlugboardError('path-missing', { path: show(path) });
  if (found.throughAlias) refuse(path, 'it is written elsewhere in the file, behind an alias');
  return found;
}

function containerAt(document: YamlDocument, path: Path): Found {
  const found = targetAt(document, path.slice(0, -1));
  if (found.node.kind === 'alias') refuse(path, 'it is written elsewhere in the file, behind an alias');
  if (found.node.style === 'bare') refuse(path, 'a pair without braces cannot take or lose an entry');
  return found;
}

function replace(document: Document, path: Path, value: Value): Edit[] {
  const { text, root } = document as YamlDocument;
  const style = styleOf(text, root);
  if (path.length === 0) return replaceDocument(text, root as YamlNode, value, style);
  const found = targetAt(document as YamlDocument, path);
  if (!found.inFlow && found.entry?.lead === undefined) refuse(path, 'its key is written without a colon');
  return replaceValue(text, found, value, style);
}

function insert(document: Document, path: Path, value: Value): Edit[] {
  const { text, root } = document as YamlDocument;
  const style = styleOf(text, root);
  const step = path.at(-1);
  if (step === undefined) return fillDocument(document as YamlDocument, value, style);
  const key = typeof step === 'string' ? step : undefined;
  return insertEntry(text, containerAt(document as YamlDocument, path), { key, value }, style);
}

function remove(document: Document, path: Path): Edit[] {
  const { text, root } = document as YamlDocument;
  if (path.length === 0) return clearDocument(document as YamlDocument, root as YamlNode);
  const { entry } = targetAt(document as YamlDocument, path);
  const holder = containerAt(document as YamlDocument, path);
  return removeEntry(text, holder, (holder.node as CollectionNode).entries.indexOf(entry as Entry));
}

function rename(document: Document, path: Path, key: string): Edit[] {
  const { text, root } = document as YamlDocument;
  const { entry, parent } = targetAt(document as YamlDocument, path);
  const old = entry?.key as YamlNode;
  if ('entries' in old || (old.kind === 'scalar' && old.block)) refuse(path, 'its key is not a single line of text');
  const quotes = old.kind === 'scalar' && (old.style === 'single' || old.style === 'double') ? old.style : 'none';
  const place = parent?.style === 'block' ? 'key' : 'flow';
  const printed = scalarText(key, place, styleOf(text, root).singleQuotes, quotes);
  // An alias needs a blank before the colon; a key without text has none behind its indicator.
  const blank = old.start === old.end && /[?\w!&]/.test(text[old.start - 1] ?? '') ? ' ' : '';
  return [{ offset: old.start, length: old.end - old.start, text: blank + printed }];
}
