/** A pasted text on one line: what a shell would join is joined, and nothing in it is taken for a key. */
export function onOneLine(text: string): string {
  return withoutControls(text.replaceAll(/[ \t]*[\\^`]?[ \t]*(?:\r\n|\r|\n)[ \t]*/g, ' ')).trim();
}

/** Stands in a one-line field for texts of many lines. */
export class PastedLines {
  readonly #texts = new Map<string, string>();

  /** What to type instead of the text. */
  typed(text: string): string {
    const lines = text.trim().split(/\r\n|\r|\n/);
    if (lines.length === 1) return onOneLine(text);
    const stand = `[${this.#texts.size > 0 ? `${this.#texts.size + 1}: ` : ''}${lines.length} lines pasted]`;
    this.#texts.set(stand, lines.join('\n'));
    return stand;
  }

  /** The field with the texts in place. */
  whole(field: string): string {
    let text = field;
    for (const [stand, pasted] of this.#texts) text = text.replace(stand, () => pasted);
    return text;
  }
}

function withoutControls(text: string): string {
  return text.replaceAll(/\p{Cc}/gu, ' ');
}
