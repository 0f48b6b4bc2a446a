import type { Span } from '../../model/diagnostics/position.ts';
import { contentStart, indentAt, isBlank, lineEnd, lineStart } from '../layout.ts';
import type { TomlDocument } from './parse.ts';
import type { Section } from './tree.ts';

/** A line between two statements, without its line ending: blank, or a comment. */
interface Line extends Span {
  readonly comment: boolean;
  readonly indent: string;
}

/**
 * The lines between a statement and the one before it. The last ones may be comments of the statement; the first ones
 * may be comments of the section before.
 */
interface Gap {
  readonly tail: readonly Line[];
  readonly free: readonly Line[];
  readonly owned: readonly Line[];
}

export function nextLine(text: string, offset: number): number {
  const newline = text.indexOf('\n', offset);
  return newline === -1 ? text.length : newline + 1;
}

/** The gap above the statement with this index; the number of statements means the end of the text. */
export function gapAbove({ text, tree }: TomlDocument, index: number): Gap {
  const before = tree.statements[index - 1];
  const after = tree.statements[index];
  const end = after ? lineStart(text, after.start) : text.length;
  const lines: Line[] = [];
  for (
    let start = before ? nextLine(text, before.end) : contentStart(text);
    start < end;
    start = nextLine(text, start)
  ) {
    const stop = lineEnd(text, start);
    lines.push({ start, end: stop, comment: !isBlank(text.slice(start, stop)), indent: indentAt(text, start) });
  }
  const indent = after && indentAt(text, after.start);
  const owned = lines.slice(lines.findLastIndex((line) => !line.comment || line.indent !== indent) + 1);
  const rest = lines.slice(0, lines.length - owned.length);
  const firstBlank = rest.findIndex((line) => !line.comment);
  const tail = before ? rest.slice(0, firstBlank === -1 ? rest.length : firstBlank) : [];
  return { tail, free: rest.slice(tail.length), owned };
}

/** From the first comment line that belongs to the statement to the end of its last line. */
export function blockOf(document: TomlDocument, index: number): Span {
  const { text, tree } = document;
  const { start, end } = tree.statements[index] as Span;
  return { start: gapAbove(document, index).owned[0]?.start ?? lineStart(text, start), end: lineEnd(text, end) };
}

/** End of the statement's last line, or of the last comment directly below that belongs to no other statement. */
export function endBelow(document: TomlDocument, index: number): number {
  const statement = document.tree.statements[index] as Span;
  return gapAbove(document, index + 1).tail.at(-1)?.end ?? lineEnd(document.text, statement.end);
}

/** Index of the last statement of a section. */
export function lastIndexOf(section: Section): number {
  return section.body.at(-1)?.index ?? section.header?.index ?? -1;
}
