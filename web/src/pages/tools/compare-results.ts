import type { DiffLineView, FileView } from '../../../../src/api/contract/plans.ts';

/** Longer texts are shown one after the other instead of as a diff. */
const MOST_LINES = 2000;

/** Two results as a diff for DiffView. */
export function compareResults(before: string, after: string): FileView {
  const lines = changedLines(before.split('\n'), after.split('\n'));
  const isSame = lines.every(({ kind }) => kind === ' ');
  return {
    file: { path: '', short: 'the result' },
    change: 'changed',
    summary: '',
    clients: [],
    hunks: isSame ? [] : [{ oldStart: 1, newStart: 1, lines }],
  };
}

function changedLines(old: readonly string[], now: readonly string[]): DiffLineView[] {
  const all = (kind: DiffLineView['kind'], texts: readonly string[]): DiffLineView[] =>
    texts.map((text) => ({ kind, text }));
  if (old.length > MOST_LINES || now.length > MOST_LINES) return [...all('-', old), ...all('+', now)];
  const table = commonLengths(old, now);
  const lines: DiffLineView[] = [];
  let [i, j] = [0, 0];
  while (i < old.length && j < now.length) {
    if (old[i] === now[j]) {
      lines.push({ kind: ' ', text: old[i] as string });
      i += 1;
      j += 1;
    } else if ((table[i + 1]?.[j] ?? 0) >= (table[i]?.[j + 1] ?? 0)) {
      lines.push({ kind: '-', text: old[i] as string });
      i += 1;
    } else {
      lines.push({ kind: '+', text: now[j] as string });
      j += 1;
    }
  }
  return [...lines, ...all('-', old.slice(i)), ...all('+', now.slice(j))];
}

/** The number of common lines of the remaining texts. */
function commonLengths(old: readonly string[], now: readonly string[]): Uint16Array[] {
  const table = Array.from({ length: old.length + 1 }, () => new Uint16Array(now.length + 1));
  for (let i = old.length - 1; i >= 0; i -= 1) {
    const [row, below] = [table[i] as Uint16Array, table[i + 1] as Uint16Array];
    for (let j = now.length - 1; j >= 0; j -= 1)
      row[j] = old[i] === now[j] ? (below[j + 1] ?? 0) + 1 : Math.max(below[j] ?? 0, row[j + 1] ?? 0);
  }
  return table;
}
