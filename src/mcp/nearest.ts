/** Returns the candidates most similar to a word, closest first. */
export function nearest(word: string, candidates: readonly string[], most = 3): string[] {
  const wanted = pairs(word);
  return candidates
    .map((candidate) => ({ candidate, similarity: similarity(wanted, pairs(candidate)) }))
    .filter((one) => one.similarity > 0.2)
    .toSorted((a, b) => b.similarity - a.similarity)
    .slice(0, most)
    .map((one) => one.candidate);
}

/** The number of names listed when none is similar. */
const mostListed = 30;

/** Suggests similar names, or lists the first ones if none is similar. */
export function didYouMean(name: string, names: readonly string[], kind: string): string {
  const near = nearest(name, names);
  if (near.length > 0) return `Did you mean ${near.join(', ')}?`;
  if (names.length === 0) return `${kind}: none.`;
  const rest = names.length > mostListed ? ` and ${names.length - mostListed} more` : '';
  return `${kind}: ${names.slice(0, mostListed).join(', ')}${rest}.`;
}

function pairs(text: string): Set<string> {
  const plain = ` ${text.toLowerCase()} `;
  return new Set(Array.from({ length: plain.length - 1 }, (_, index) => plain.slice(index, index + 2)));
}

function similarity(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const shared = [...a].filter((pair) => b.has(pair)).length;
  return (2 * shared) / (a.size + b.size);
}
