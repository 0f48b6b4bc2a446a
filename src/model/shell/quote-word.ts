/** Quotes one word of a command line if a shell would split or expand it. */
export function quoteWord(word: string): string {
  return /^[\w@%+=:,./\u2022-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
