import type { DiffLineView, HunkView } from '../../../../src/api/contract/plans.ts';
import { wordChanges, type Piece } from './word-changes.ts';

/** A rendered line. */
export interface DiffRow {
  readonly kind: DiffLineView['kind'];
  readonly number: number;
  readonly pieces: readonly Piece[];
}

/** Numbered lines; if removed lines are followed by as many added ones, with the words that differ. */
export function diffRows({ lines, oldStart, newStart }: HunkView): DiffRow[] {
  const pieces = piecesByLine(lines);
  let oldLine = oldStart;
  let newLine = newStart;
  return lines.map((line, index) => {
    const number = line.kind === '-' ? oldLine : newLine;
    if (line.kind !== '+') oldLine++;
    if (line.kind !== '-') newLine++;
    return { kind: line.kind, number, pieces: pieces.get(index) ?? [{ text: line.text, isChanged: false }] };
  });
}

function piecesByLine(lines: readonly DiffLineView[]): Map<number, readonly Piece[]> {
  const pieces = new Map<number, readonly Piece[]>();
  for (let index = 0; index < lines.length;) {
    const removed = runOf(lines, index, '-');
    const added = runOf(lines, index + removed, '+');
    for (let pair = 0; pair < Math.min(removed, added); pair++) {
      const changes = wordChanges(lines[index + pair]?.text ?? '', lines[index + removed + pair]?.text ?? '');
      pieces.set(index + pair, changes.before);
      pieces.set(index + removed + pair, changes.after);
    }
    index += Math.max(1, removed + added);
  }
  return pieces;
}

function runOf(lines: readonly DiffLineView[], start: number, kind: DiffLineView['kind']): number {
  let end = start;
  while (lines[end]?.kind === kind) end++;
  return end - start;
}
