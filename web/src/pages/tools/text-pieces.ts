/** Small enough to lay out at once, large enough that a text of megabytes has few of them. */
const LENGTH = 10_000;

/** Splits a text at line ends where it has them; joined, the pieces are the text. */
export function textPieces(text: string): string[] {
  const pieces: string[] = [];
  let start = 0;
  while (start < text.length) {
    let end = Math.min(start + LENGTH, text.length);
    // Only in this piece: a search in a text without line ends would go back to its beginning each time.
    const lineEnd = end < text.length ? text.slice(start, end).lastIndexOf('\n') : -1;
    if (lineEnd !== -1) end = start + lineEnd + 1;
    // Half of a surrogate pair is not a character.
    else if (end < text.length && /[\ud800-\udbff]/.test(text.charAt(end - 1))) end -= 1;
    pieces.push(text.slice(start, end));
    start = end;
  }
  return pieces;
}
