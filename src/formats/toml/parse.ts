import { isDeeperThan, MOST_DEPTH, TOO_DEEP_WORDS } from '../../model/depth.ts';
import { type Diagnostic, diagnostic } from '../../model/diagnostic.ts';
import { rangeOf, type Span } from '../../model/position.ts';
import type { Path } from '../../model/value.ts';
import { contentStart } from '../layout.ts';
import { LONGEST_TEXT, TOO_LONG } from '../limits.ts';
import type { Document, Location } from '../types.ts';
import { diagnose } from './problems.ts';
import { readTree } from './read.ts';
import { isSection, type KeyValue, nodeAt, type Section, spanOf, type Tree, valueOf } from './tree.ts';

export interface TomlDocument extends Document {
  readonly tree: Tree;
}

export function parseToml(text: string): TomlDocument {
  if (text.length > LONGEST_TEXT) {
    const range = rangeOf(text, { start: 0, end: 0 });
    return unread(text, [diagnostic('syntax', { format: 'TOML', problem: TOO_LONG }, { range })]);
  }
  try {
    const tree = readTree(text);
    const value = valueOf(tree.root);
    if (isDeeperThan(value, MOST_DEPTH)) throw new RangeError(TOO_DEEP_WORDS);
    return { text, tree, value, diagnostics: [], locate: (path) => locate(text, tree, path) };
  } catch (error) {
    return unread(text, diagnose(text, error));
  }
}

function unread(text: string, diagnostics: readonly Diagnostic[]): TomlDocument {
  return { text, tree: readTree(''), value: {}, diagnostics, locate: () => undefined };
}

function locate(text: string, tree: Tree, path: Path): Location | undefined {
  const node = nodeAt(tree.root, path);
  if (!node) return undefined;
  if (node === tree.root) return { value: { start: contentStart(text), end: text.length } };
  const own = node.kind === 'table' ? node.section : undefined;
  const key = own?.header?.keys.at(-1) ?? node.mentions[0]?.key;
  const within = own ?? node.mentions[0]?.within;
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
