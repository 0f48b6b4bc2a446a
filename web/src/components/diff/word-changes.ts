/** A piece of a line, and whether the other line of the pair lacks it. */
export interface Piece {
  readonly text: string;
  readonly isChanged: boolean;
}

/** Between the words that both lines start and end with; more are marked as changed as a whole. */
const mostWords = 400;

/** The words of two lines that differ: everything outside their longest common subsequence. */
export function wordChanges(before: string, after: string): { readonly before: Piece[]; readonly after: Piece[] } {
  const left = wordsOf(before);
  const right = wordsOf(after);
  const start = commonStart(left, right);
  const end = commonStart(left.slice(start).toReversed(), right.slice(start).toReversed());
  const [middleLeft, middleRight] = [left, right].map((words) => words.slice(start, words.length - end)) as [
    string[],
    string[],
  ];
  const isLong = middleLeft.length > mostWords || middleRight.length > mostWords;
  const kept = isLong ? [new Set<number>(), new Set<number>()] : commonWords(middleLeft, middleRight);
  const whole = (words: readonly string[], middle: ReadonlySet<number> | undefined): Piece[] =>
    piecesOf(words, (at) => at < start || at >= words.length - end || middle?.has(at - start) === true);
  return { before: whole(left, kept[0]), after: whole(right, kept[1]) };
}

/** How many words both begin with. */
function commonStart(left: readonly string[], right: readonly string[]): number {
  const at = left.findIndex((word, index) => word !== right[index]);
  return at === -1 ? left.length : at;
}

function wordsOf(line: string): string[] {
  return line.match(/[\p{L}\p{N}_]+|\s+|[^\p{L}\p{N}_\s]/gu) ?? [];
}

/** The positions of the common words in both lines. */
function commonWords(left: readonly string[], right: readonly string[]): [Set<number>, Set<number>] {
  const lengths = Array.from({ length: left.length + 1 }, () => new Uint16Array(right.length + 1));
  const at = (row: number, column: number): number => lengths[row]?.[column] ?? 0;
  for (let row = left.length - 1; row >= 0; row--) {
    const line = lengths[row];
    if (!line) continue;
    for (let column = right.length - 1; column >= 0; column--) {
      const isSame = left[row] === right[column];
      line[column] = isSame ? at(row + 1, column + 1) + 1 : Math.max(at(row + 1, column), at(row, column + 1));
    }
  }
  const kept: [Set<number>, Set<number>] = [new Set(), new Set()];
  let row = 0;
  let column = 0;
  while (row < left.length && column < right.length) {
    if (left[row] === right[column]) {
      kept[0].add(row++);
      kept[1].add(column++);
    } else if (at(row + 1, column) >= at(row, column + 1)) row++;
    else column++;
  }
  return kept;
}

function piecesOf(words: readonly string[], isKept: (at: number) => boolean): Piece[] {
  const pieces: Piece[] = [];
  for (const [index, text] of words.entries()) {
    const isChanged = !isKept(index);
    const last = pieces.at(-1);
    if (last?.isChanged === isChanged) pieces[pieces.length - 1] = { text: last.text + text, isChanged };
    else pieces.push({ text, isChanged });
  }
  return pieces;
}
