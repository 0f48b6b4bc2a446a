const collator = new Intl.Collator('en', { numeric: true });

/** The order in which names are listed: without regard to case, numbers by value. Never 0 for different names. */
export function compareNames(a: string, b: string): number {
  // The collator ignores some characters, such as control characters.
  return collator.compare(a, b) || (a < b ? -1 : Number(a > b));
}
