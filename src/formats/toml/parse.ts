import { type Diagnostic, diagnostic } from '../../model/diagnostics/diagnostic.ts';
import { rangeOf, type Span } from '../../model/diagnostics/position.ts';
import type { Path } from '../../model/value.ts';
import { contentStart } from '../layout.ts';
import { LONGEST_TEXT, TOO_LONG } from '../limits.ts';
import type { Document, Location } from '../types.ts';
import { diagnose } from './problems.ts';
import { readToml } from './read.ts';
import { isSection, type KeyValue, mentionsOf, nodeAt, type Section, spanOf, type Tree } from './tree.ts';

export interface TomlDocument extends Document {
  readonly tree: Tree;
}

export function parseToml(text: string): TomlDocument {
  if (text.length > LONGEST_TEXT) {
    const range = rangeOf(text, { start: 0, end: 0 });
    return unread(text, [diagnostic('syntax', { format: 'TOML', problem: TOO_LONG }, { range })]);
  }
  const reading = readToml(text);
  const diagnostics = diagnose(text, reading);
  if (diagnostics.length > 0) return unread(text, diagnostics);
  const { tree } = reading;
  return { text, tree, value: tree.root.value, diagnostics, locate: (path) => locate(text, tree, path) };
}

function unread(text: string, diagnostics: readonly Diagnostic[]): TomlDocument {
  return { text, tree: readToml('').tree, value: {}, diagnostics, locate: () => undefined };
}

function locate(text: string, tree: Tree, path: Path): Location | undefined {
  const node = nodeAt(tree.root, path);
  if (!node) return undefined;
  if (node === tree.root) return { value: { start: contentStart(text), end: text.length } };
  const own = node.kind === 'table' ? node.section : undefined;
  const [first] = mentionsOf(node);
  const key = own?.header?.keys.at(-1) ?? first?.key;
  const within = own ?? first?.within;
  const value = spanOf(node) ?? (within && textOf(within));
  if (!value) return undefined;
  return { ...(key && typeof path.at(-1) === 'string' && { key: bare(key) }), value: bare(value) };
}

/** A section runs from its header to the end of its last line. */
function textOf(place: Section | KeyValue): Span | undefined {
  if (!isSection(place)) return place;
  const { header, body } = place;
  return header && { start: header.start, end: body.at(-1)?.end ?? header.end };
}

function bare({ start, end }: Span): Span {
  return { start, end };
}
