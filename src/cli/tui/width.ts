/** A fast path for most texts: Latin letters, arrows and lines take one column each, and segmentation is slow. */
const SIMPLE = /^[ -~\u00c0-\u024f\u2022\u2026\u2190-\u21ff\u2500-\u257f]*$/;
/** East Asian characters and emoji, which take two columns. */
const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe10-\ufe19\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{16fe0}-\u{18dff}\u{1aff0}-\u{1b2ff}\u{1f200}-\u{1f265}\u{20000}-\u{3fffd}\p{Emoji_Presentation}]/u;
const NO_WIDTH = /^[\p{M}\p{Cf}]+$/u;

let segmenter: Intl.Segmenter | undefined;

/** The grapheme clusters of a text. */
export function* charactersOf(text: string): Generator<string> {
  segmenter ??= new Intl.Segmenter('en');
  for (const { segment } of segmenter.segment(text)) yield segment;
}

/** The width of a text without color codes in terminal columns. */
export function widthOf(text: string): number {
  if (SIMPLE.test(text)) return text.length;
  let width = 0;
  for (const character of charactersOf(text)) width += widthOfCharacter(character);
  return width;
}

export function widthOfCharacter(character: string): number {
  if (WIDE.test(character)) return 2;
  return NO_WIDTH.test(character) ? 0 : 1;
}

/** Truncates a text to a width and appends the mark, which is one column wide, if something was cut. */
export function cut(text: string, width: number, mark: string): string {
  if (text.length <= width && SIMPLE.test(text)) return text;
  let kept = '';
  let room = width;
  /** The part that fits together with the mark. */
  let marked = '';
  for (const character of charactersOf(text)) {
    room -= widthOfCharacter(character);
    if (room < 0) return width < 1 ? '' : marked + mark;
    kept += character;
    if (room >= 1) marked = kept;
  }
  return kept;
}

/** Pads a text with spaces to a width. */
export function padded(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - widthOf(text)));
}
