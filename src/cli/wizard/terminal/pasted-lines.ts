/** A pasted text as one line: joins continuation lines like a shell, and removes control characters. */
export function onOneLine(text: string): string {
  return withoutControls(text.replaceAll(/[ \t]*[\\^`]?[ \t]*(?:\r\n|\r|\n)[ \t]*/g, ' ')).trim();
}

/** Represents pasted texts with several lines by placeholders in a one-line field. */
export class PastedLines {
  readonly #texts = new Map<string, string>();

  /** The placeholder to insert instead of the text. */
  typed(text: string): string {
    const lines = text.trim().split(/\r\n|\r|\n/);
    if (lines.length === 1) return onOneLine(text);
    const placeholder = `[${this.#texts.size > 0 ? `${this.#texts.size + 1}: ` : ''}${lines.length} lines pasted]`;
    this.#texts.set(placeholder, lines.join('\n'));
    return placeholder;
  }

  /** The field with placeholders replaced by their texts. */
  whole(field: string): string {
    let text = field;
    for (const [placeholder, pasted] of this.#texts) text = text.replace(placeholder, () => pasted);
    return text;
  }
}

function withoutControls(text: string): string {
  return text.replaceAll(/\p{Cc}/gu, ' ');
}
