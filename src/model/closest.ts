/**
 * The candidate within an edit distance of 2 (1 for short words), or else the only one that starts with the word. Blank
 * words resemble nothing.
 */
export function closest(word: string, all: readonly string[]): string | undefined {
  const candidates = word.trim() === '' ? [] : all.filter((candidate) => candidate.trim() !== '');
  const limit = word.length <= 3 ? 1 : 2;
  const ranked = candidates
    .map((candidate) => ({ candidate, distance: editDistance(word.toLowerCase(), candidate.toLowerCase()) }))
    .toSorted((a, b) => a.distance - b.distance);
  const [best] = ranked;
  if (best && best.distance <= limit) return best.candidate;
  const starting = candidates.filter((candidate) => word.length > 1 && candidate.startsWith(word.toLowerCase()));
  return starting.length === 1 ? starting[0] : undefined;
}

/** The optimal string alignment distance: insertions, deletions, substitutions, and swaps of adjacent letters. */
function editDistance(a: string, b: string): number {
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, index) => index)];
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1;
      const above = rows[i - 1] as number[];
      let least = Math.min((above[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (above[j - 1] ?? 0) + cost);
      if (a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) least = Math.min(least, (rows[i - 2]?.[j - 2] ?? least) + 1);
      row.push(least);
    }
    rows.push(row);
  }
  return rows[a.length]?.[b.length] ?? 0;
}
