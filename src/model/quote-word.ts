/** One word of a command line in a spelling that leaves no doubt where it begins and ends. */
export function quoteWord(word: string): string {
  return /^[\w@%+=:,./\u2022-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
