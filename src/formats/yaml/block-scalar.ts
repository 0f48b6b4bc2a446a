import type { CST } from 'yaml';
import type { BlockScalar } from './tree.ts';

const blankLine = /^ *\r?$/;

/** The real end of a block scalar: the parser includes trailing blank lines even where they do not belong to it. */
export function readBlockScalar(token: CST.BlockScalar): { block: BlockScalar; end: number } {
  const header = token.props[0] as CST.SourceToken;
  const headerEnd = token.offset + header.source.length;
  const keep = header.source.includes('+');
  const bodyStart = token.props.reduce((at, prop) => at + (prop as CST.SourceToken).source.length, token.offset);
  const lines = token.source.split('\n');
  const first = lines.find((line) => !blankLine.test(line));
  const column = first === undefined ? Infinity : textColumn(token, header.source, first);
  const count = first === undefined ? keptBlankLines(token.source, keep) : contentLines(lines, column, keep);
  const last = lines[count - 1] ?? '';
  // Deeply indented blanks are text even at the end of the file, and so is a single blank line inside an empty scalar.
  const counts = spacesBefore(last) > (first === undefined && count === 1 ? token.indent : column);
  const block = {
    headerEnd,
    keep,
    // Blanks at the end of the file are text of a keep scalar (`+`) that has no line yet.
    column: keep && first === undefined && count === 0 ? token.indent : column,
    needsLineEnd: keep && count > 0 && blankLine.test(last) && !counts,
  };
  if (count === 0) return { block, end: headerEnd };
  const body = lines.slice(0, count).join('\n');
  return { block, end: bodyStart + (body.endsWith('\r') ? body.length - 1 : body.length) };
}

/** The column up to which a trailing blank line is not text. */
function textColumn(token: CST.BlockScalar, header: string, first: string): number {
  const explicit = Number(/[1-9]/.exec(header)?.[0] ?? 0);
  if (explicit === 0) return spacesBefore(first);
  const column = token.indent + explicit;
  return header.includes('+') ? column : Math.max(column, spacesBefore(first));
}

function keptBlankLines(source: string, keep: boolean): number {
  if (!keep || source === '') return 0;
  return Math.max(1, source.split('\n').length - 1);
}

function contentLines(lines: readonly string[], column: number, keep: boolean): number {
  for (let count = lines.length; count > 0; count -= 1) {
    const line = lines[count - 1] as string;
    // The last piece has no line ending, so it is not yet a blank line of the text.
    const kept = keep && count < lines.length;
    if (kept || !blankLine.test(line) || spacesBefore(line) > column) return count;
  }
  return 0;
}

/** Whether blank lines placed after a block scalar would become part of its text. */
export function wouldTakeIn(block: BlockScalar, blankLines: readonly string[], terminated: boolean): boolean {
  return blankLines.some((line, index) => {
    if (line.includes('\t') || spacesBefore(line) > block.column) return true;
    return block.keep && (terminated || index < blankLines.length - 1);
  });
}

function spacesBefore(line: string): number {
  return (/^ */.exec(line) as RegExpExecArray)[0].length;
}
