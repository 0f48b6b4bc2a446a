import { compareLines } from '../../src/manage/compare/compare-lines.ts';

export interface LineCount {
  readonly total: number;
  /** Removed lines, except those that only got a comma. */
  readonly removed: number;
  readonly added: number;
  /** Lines that got the comma required by the next entry, and nothing else. */
  readonly commas: number;
}

/** Compares the lines of two texts, including their line endings. */
export function countLines(before: string, after: string): LineCount {
  const [old, now] = [linesOf(before), linesOf(after)];
  const compared = compareLines(old, now);
  const removed = compared.flatMap((block) => old.slice(...block.old));
  const added = compared.flatMap((block) => now.slice(...block.now));
  const commas = removed.filter((line) => added.some((other) => isWithComma(line, other))).length;
  return { total: old.length, removed: removed.length - commas, added: added.length - commas, commas };
}

function linesOf(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

/** The comma may come before a comment at the end of the line. */
function isWithComma(line: string, other: string): boolean {
  const at = other.split('').findIndex((character, index) => character !== line[index]);
  return other[at] === ',' && other.slice(0, at) + other.slice(at + 1) === line;
}
