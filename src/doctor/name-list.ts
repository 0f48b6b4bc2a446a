const SHOWN = 10;

/** Names for a sentence; of many only the first ones. */
export function nameList(names: readonly string[]): string {
  const more = names.length - SHOWN;
  return more > 1 ? `${names.slice(0, SHOWN).join(', ')} and ${more} more` : names.join(', ');
}
