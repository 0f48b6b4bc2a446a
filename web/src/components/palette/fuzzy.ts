/**
 * Scores a fuzzy match: all letters in order, better if they are closer together and nearer to the start of the text or of a word.
 * Undefined if there is no match.
 */
export function fuzzyScore(typed: string, text: string): number | undefined {
  const wanted = typed.toLowerCase().replaceAll(/\s+/g, '');
  const hay = text.toLowerCase();
  let score = 0;
  let at = -1;
  for (const letter of wanted) {
    const next = hay.indexOf(letter, at + 1);
    if (next === -1) return undefined;
    const startsWord = next === 0 || !/[\p{L}\p{N}]/u.test(hay[next - 1] ?? '');
    score += next === 0 ? 8 : next === at + 1 ? 5 : startsWord ? 4 : 0;
    score -= Math.min(3, next - at - 1) / 3;
    at = next;
  }
  return score - hay.length / 100;
}

/** The matches, best first. */
export function fuzzyFilter<T>(typed: string, items: readonly T[], textOf: (item: T) => string): T[] {
  if (typed.trim() === '') return [...items];
  return items
    .flatMap((item) => {
      const score = fuzzyScore(typed, textOf(item));
      return score === undefined ? [] : [{ item, score }];
    })
    .toSorted((left, right) => right.score - left.score)
    .map(({ item }) => item);
}
