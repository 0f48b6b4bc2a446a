import { eolOf, indentAt } from '../layout.ts';
import { gapAbove } from './gaps.ts';
import type { TomlDocument } from './parse.ts';
import { type KeyValue, type Section, spanOf } from './tree.ts';

/** The document's style, so that added text matches its surroundings. */
export interface TomlStyle {
  readonly eol: string;
  readonly equals: string;
  readonly literalStrings: boolean;
  /** Two sections are separated by a blank line. */
  readonly spacedSections: boolean;
  /** Indentation of a section's lines relative to its header. */
  readonly bodyIndent: string;
  /** Text between a brace and the first member. */
  readonly padding: string;
  /** Style of multi-line lists; undefined when lists are on one line. */
  readonly lines: { readonly unit: string; readonly trailingComma: boolean } | undefined;
}

/** Style of the whole document. */
type DocumentStyle = Pick<TomlStyle, 'eol' | 'literalStrings' | 'spacedSections' | 'padding' | 'lines'>;

const known = new WeakMap<TomlDocument, DocumentStyle>();

/** `near` is a section whose layout takes precedence. */
export function styleOf(document: TomlDocument, near?: Section): TomlStyle {
  const { text, tree } = document;
  const line = near?.body.at(-1) ?? tree.statements.findLast((statement) => statement.kind === 'key-value');
  return { ...documentStyle(document), equals: equalsOf(text, line), bodyIndent: bodyIndentOf(document, near) };
}

/** Makes text added to a document follow the style of another, which it is an excerpt of. */
export function adoptStyle(document: TomlDocument, like: TomlDocument): TomlDocument {
  known.set(document, documentStyle(like));
  return document;
}

/** Computed once: a document may get many edits. */
function documentStyle(document: TomlDocument): DocumentStyle {
  const style = known.get(document) ?? findStyle(document);
  known.set(document, style);
  return style;
}

function findStyle(document: TomlDocument): DocumentStyle {
  const { text, tree } = document;
  return {
    eol: eolOf(text),
    literalStrings: tree.literalStrings > 0,
    spacedSections: sectionsAreSpaced(document),
    padding: /=[ \t]*\{[^ \t}]/.test(text) && !/=[ \t]*\{[ \t]+[^ \t}]/.test(text) ? '' : ' ',
    lines: listLines(
      text,
      tree.statements.filter((statement) => statement.kind === 'key-value'),
    ),
  };
}

export function equalsOf(text: string, line: KeyValue | undefined): string {
  if (!line) return ' = ';
  const [, before = '', after = ''] = /^([ \t]*)=([ \t]*)/.exec(text.slice(line.key.end, line.end)) ?? [];
  return `${before && ' '}=${after && ' '}`;
}

function sectionsAreSpaced(document: TomlDocument): boolean {
  let spaced = 0;
  for (const { header } of document.tree.sections) {
    if (!header || header.index === 0) continue;
    spaced += gapAbove(document, header.index).free.length > 0 ? 1 : -1;
  }
  return spaced >= 0;
}

function bodyIndentOf({ text, tree }: TomlDocument, near: Section | undefined): string {
  const example =
    near?.header && near.body.length > 0
      ? near
      : tree.sections.findLast(({ header, body }) => header && body.length > 0);
  const line = example?.body.at(-1);
  if (!example?.header || !line) return '';
  const header = indentAt(text, example.header.start);
  const indent = indentAt(text, line.start);
  return indent.startsWith(header) ? indent.slice(header.length) : '';
}

function listLines(text: string, lines: readonly KeyValue[]): TomlStyle['lines'] {
  let many = 0;
  let example: TomlStyle['lines'];
  for (const { start, value } of lines) {
    const items = value.kind === 'list' ? value.items.map(spanOf) : [];
    const first = items[0];
    const last = items.at(-1);
    if (value.kind !== 'list' || !first || !last) continue;
    const ownLines = text.slice(value.start, first.start).includes('\n');
    many += ownLines ? 1 : -1;
    if (!ownLines) continue;
    const indent = indentAt(text, first.start);
    const base = indentAt(text, start);
    const trailingComma = text.slice(last.end, value.end).trimStart().startsWith(',');
    example = { unit: indent.startsWith(base) ? indent.slice(base.length) : '  ', trailingComma };
  }
  return many > 0 ? example : undefined;
}
