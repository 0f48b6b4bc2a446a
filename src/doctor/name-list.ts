const SHOWN = 10;

/** Joins names for a sentence, truncated when there are many. */
export function nameList(names: readonly string[]): string {
  const more = names.length - SHOWN;
  return more > 1 ? `${names.slice(0, SHOWN).join(', ')} and ${more} more` : names.join(', ');
}
