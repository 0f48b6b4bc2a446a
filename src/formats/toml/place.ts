import { contentStart, isBlank, lineEnd } from '../layout.ts';
import type { Edit } from '../types.ts';
import { endBelow, gapAbove, lastIndexOf } from './gaps.ts';
import type { TomlDocument } from './parse.ts';
import type { TomlStyle } from './style.ts';
import { sectionsOf, type Section } from './tree.ts';

/**
 * Where new lines go. They are inserted after the end of a line with content, so that removing them again, from the end
 * of the line above to their own end, restores the original text.
 */
function behind(offset: number, lines: string, style: TomlStyle, spaced: boolean): Edit[] {
  return [{ offset, length: 0, text: (spaced ? style.eol + style.eol : style.eol) + lines }];
}

function atTop({ text }: TomlDocument, lines: string, end: string): Edit[] {
  return [{ offset: contentStart(text), length: 0, text: lines + end }];
}

/** The end of the last non-blank line, if any. */
function lastContent(document: TomlDocument): { end: number; comment: boolean } | undefined {
  const { text, tree } = document;
  const { tail, free } = gapAbove(document, tree.statements.length);
  const comment = [...tail, ...free].findLast((line) => line.comment);
  if (comment) return { end: comment.end, comment: true };
  const statement = tree.statements.at(-1);
  return statement && { end: lineEnd(text, statement.end), comment: false };
}

/** After `last`, which the new sections belong to; by default at the end of the text. */
export function placeSections(
  document: TomlDocument,
  last: Section | undefined,
  sections: readonly string[],
  style: TomlStyle,
): Edit[] {
  const lines = sections.join(style.spacedSections ? style.eol + style.eol : style.eol);
  if (!last) {
    const content = lastContent(document);
    if (!content) return atTop(document, lines, style.eol);
    return behind(content.end, lines, style, style.spacedSections || content.comment);
  }
  const index = lastIndexOf(last);
  const end = endBelow(document, index);
  const belowComment = gapAbove(document, index + 1).tail.length > 0;
  return behind(end, lines, style, style.spacedSections || belowComment);
}

/** After the last line of a section's own body. */
export function placeLine(document: TomlDocument, section: Section, line: string, style: TomlStyle): Edit[] {
  const { text } = document;
  const last = section.body.at(-1);
  if (last) return behind(lineEnd(text, last.end), line, style, false);
  if (!section.header) return placeFirstLine(document, line, style);
  // Directly below the header it would look like a header created for this line alone: see `goesWithItsLine`.
  return behind(lineEnd(text, section.header.end), line, style, isBackedUp(document, section));
}

/** The first line of a document that has none before its first header. */
function placeFirstLine(document: TomlDocument, line: string, style: TomlStyle): Edit[] {
  const { tree } = document;
  if (tree.statements.length === 0) {
    const content = lastContent(document);
    return content ? behind(content.end, line, style, true) : atTop(document, line, style.eol);
  }
  const { free } = gapAbove(document, 0);
  const comment = free.findLast((one) => one.comment);
  const standsAlone = free.at(-1)?.comment === false;
  return comment && standsAlone ? behind(comment.end, line, style, true) : atTop(document, line, style.eol + style.eol);
}

/**
 * A table whose header could be removed without removing the table: an earlier header implies it, and it has no
 * comment.
 */
export function isBackedUp(document: TomlDocument, section: Section): boolean {
  const { header, table } = section;
  if (!header || header.array || sectionsOf(table)[0] === section) return false;
  const { text } = document;
  const uncommented = isBlank(text.slice(header.end, lineEnd(text, header.end)));
  return (
    uncommented &&
    gapAbove(document, header.index).owned.length === 0 &&
    gapAbove(document, lastIndexOf(section) + 1).tail.length === 0
  );
}
