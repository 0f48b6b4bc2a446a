import type { CST } from 'yaml';

import type { BlockScalar } from './tree.ts';

const blankLine = /^ *\r?$/;

/** Where a block scalar really ends: the parser counts blank lines behind it as its own even where they are not. */
export function readBlockScalar(token: CST.BlockScalar): { block: BlockScalar; end: number } {
  const header = token.props[0] as CST.SourceToken;
  const headerEnd = token.offset + header.source.length;
  const keep = header.source.includes('+');
  const bodyStart = token.props.reduce((at, prop) => at + (prop as CST.SourceToken).source.length, token.offset);
  const lines = token.source.split('\n');
  const first = lines.find((line) => !blankLine.test(line));
  const explicit = Number(/[1-9]/.exec(header.source)?.[0] ?? 0);
  // Without any text, blank lines count only where they are kept, and then from the first column inside.
  const bare = keep ? token.indent : Infinity;
  const column = first === undefined ? bare : explicit > 0 ? token.indent + explicit : spacesBefore(first);
  const block = { headerEnd, keep, column };
  const count = first === undefined ? keptBlankLines(token.source, keep) : contentLines(lines, column, keep);
  if (count === 0) return { block, end: headerEnd };
  const body = lines.slice(0, count).join('\n');
  return { block, end: bodyStart + (body.endsWith('\r') ? body.length - 1 : body.length) };
}

function keptBlankLines(source: string, keep: boolean): number {
  if (!keep || source === '') return 0;
  return Math.max(1, source.split('\n').length - 1);
}

function contentLines(lines: readonly string[], column: number, keep: boolean): number {
  for (let count = lines.length; count > 0; count -= 1) {
    const line = lines[count - 1] as string;
    // The last piece has no line end of its own, so it is not a blank line of the text yet.
    const kept = keep && count < lines.length;
    if (kept || !blankLine.test(line) || spacesBefore(line) > column) return count;
  }
  return 0;
}

/** Whether blank lines that come to stand behind a block scalar would be read as part of its text. */
export function wouldTakeIn(block: BlockScalar, blankLines: readonly string[], terminated: boolean): boolean {
  return blankLines.some((line, index) => {
    if (line.includes('\t') || spacesBefore(line) > block.column) return true;
    return block.keep && (terminated || index < blankLines.length - 1);
  });
}

function spacesBefore(line: string): number {
  return (/^ */.exec(line) as RegExpExecArray)[0].length;
}
