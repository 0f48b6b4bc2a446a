/** The candidates that look most like a word, the closest first. */
export function nearest(word: string, candidates: readonly string[], most = 3): string[] {
  const wanted = pairs(word);
  return candidates
    .map((candidate) => ({ candidate, likeness: likeness(wanted, pairs(candidate)) }))
    .filter((one) => one.likeness > 0.2)
    .toSorted((a, b) => b.likeness - a.likeness)
    .slice(0, most)
    .map((one) => one.candidate);
}

/** How many names are listed when none is near. */
const mostListed = 30;

/** The nearest names, or the first of all if none is near. */
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

function likeness(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const shared = [...a].filter((pair) => b.has(pair)).length;
  return (2 * shared) / (a.size + b.size);
}
