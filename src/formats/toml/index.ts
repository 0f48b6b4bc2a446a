import type { Path } from '../../model/value.ts';
import type { Document, Edit, Format } from '../types.ts';
import { express, requireText } from './express.ts';
import { insertAll } from './insert.ts';
import { parseToml, type TomlDocument } from './parse.ts';
import { printKey } from './print.ts';
import { remove } from './remove.ts';
import { replace } from './replace.ts';
import { adoptStyle } from './style.ts';
import { surroundings } from './surroundings.ts';
import { mentionsOf, nodeAt } from './tree.ts';

export const toml: Format = {
  id: 'toml',
  tablesAreImplied: true,
  parse: (text, like) => (like ? adoptStyle(parseToml(text), own(like)) : parseToml(text)),
  express,
  replace: (document, path, value) => replace(own(document), path, value),
  // Even an empty text is a table.
  fill: (document, value) => replace(own(document), [], value),
  insert: (document, container, additions) => insertAll(own(document), container, additions),
  remove: (document, path) => remove(own(document), path),
  rename: (document, path, key) => rename(own(document), path, key),
  surroundings: (document, path) => surroundings(own(document), path),
};

/** Callers pass only documents returned by `parse`. */
function own(document: Document): TomlDocument {
  return document as TomlDocument;
}

/** A table may be named in many headers and dotted keys; all of them change. */
function rename({ text, tree }: TomlDocument, path: Path, key: string): Edit[] {
  requireText(key, path);
  const node = nodeAt(tree.root, path);
  return (node ? mentionsOf(node) : []).map(({ key: named }) => {
    const printed = printKey(key, text[named.start] === "'");
    return { offset: named.start, length: named.end - named.start, text: printed };
  });
}
