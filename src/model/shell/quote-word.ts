const PLAIN = /^(?:[\w@%+=:,./\u2022-]+|[A-Za-z]:\\[\w.~\\-]*)$/;
/** Nothing in these has a meaning between double quotes, for a Unix shell, PowerShell or cmd. */
const SAFE_IN_DOUBLE_QUOTES = /^[\p{L}\p{N}_@+=:,./\u2022 ()&;|<>{}[\]#*?~^'-]+$/u;
const WINDOWS_PATH = /^[A-Za-z]:\\[\p{L}\p{N}_@+=,.\\ ()&;#~'-]*[^\\]$/u;

/** Quotes one word of a command line if a shell would split or expand it; for cmd, which knows no single quotes, too. */
export function quoteWord(word: string): string {
  if (PLAIN.test(word)) return word;
  if (SAFE_IN_DOUBLE_QUOTES.test(word) || WINDOWS_PATH.test(word)) return `"${word}"`;
  return `'${word.replaceAll("'", "'\\''")}'`;
}
