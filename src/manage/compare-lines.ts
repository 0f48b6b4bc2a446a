/** Beyond this many lines in doubt, all of them are shown as replaced. */
const MAX_COMPARED = 3000;

export interface Line {
  readonly kind: ' ' | '-' | '+';
  /** Index in the old text, or in the new one for an added line. */
  readonly at: number;
}

/** What became of each line: kept, removed, added. */
export function compareLines(old: readonly string[], now: readonly string[]): Line[] {
  let head = 0;
  while (head < old.length && head < now.length && old[head] === now[head]) head += 1;
  let tail = 0;
  const limit = Math.min(old.length, now.length) - head;
  while (tail < limit && old[old.length - 1 - tail] === now[now.length - 1 - tail]) tail += 1;
  const middle = compareMiddle(old.slice(head, old.length - tail), now.slice(head, now.length - tail));
  return [
    ...run(' ', 0, head),
    ...middle.map(({ kind, at }) => ({ kind, at: at + head })),
    ...run(' ', old.length - tail, tail),
  ];
}

function run(kind: Line['kind'], from: number, count: number): Line[] {
  return Array.from({ length: count }, (_, index) => ({ kind, at: from + index }));
}

function compareMiddle(old: readonly string[], now: readonly string[]): Line[] {
  if (old.length > MAX_COMPARED || now.length > MAX_COMPARED)
    return [...run('-', 0, old.length), ...run('+', 0, now.length)];
  const common = longestCommon(old, now);
  const lines: Line[] = [];
  let [i, j] = [0, 0];
  while (i < old.length && j < now.length) {
    if (old[i] === now[j]) {
      lines.push({ kind: ' ', at: i });
      i += 1;
      j += 1;
    } else if (common(i + 1, j) >= common(i, j + 1)) {
      lines.push({ kind: '-', at: i });
      i += 1;
    } else {
      lines.push({ kind: '+', at: j });
      j += 1;
    }
  }
  return [...lines, ...run('-', i, old.length - i), ...run('+', j, now.length - j)];
}

/** How many lines two texts have in common, in order, from these lines on. */
function longestCommon(old: readonly string[], now: readonly string[]): (i: number, j: number) => number {
  const width = now.length + 1;
  const table = new Uint16Array((old.length + 1) * width);
  const at = (i: number, j: number): number => table[i * width + j] as number;
  for (let i = old.length - 1; i >= 0; i -= 1) {
    for (let j = now.length - 1; j >= 0; j -= 1) {
      table[i * width + j] = old[i] === now[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  return at;
}
