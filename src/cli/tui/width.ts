import stringWidth from 'fast-string-width';

/** A fast path for most texts: Latin letters, arrows and lines take one column each, and segmentation is slow. */
const SIMPLE = /^[ -~\u00c0-\u024f\u2022\u2026\u2190-\u21ff\u2500-\u257f]*$/;

let segmenter: Intl.Segmenter | undefined;

/** The grapheme clusters of a text. */
export function* charactersOf(text: string): Generator<string> {
  segmenter ??= new Intl.Segmenter('en');
  for (const { segment } of segmenter.segment(text)) yield segment;
}

/** A grapheme cluster takes at most two columns, however many marks it has. */
const WIDEST = 2;

/** The width of a text without color codes in terminal columns: the sum of its characters, so that lines can be cut. */
export function widthOf(text: string): number {
  if (SIMPLE.test(text)) return text.length;
  let width = 0;
  for (const character of charactersOf(text)) width += Math.min(WIDEST, stringWidth(character));
  return width;
}

/** Truncates a text to a width and appends the mark, which is one column wide, if something was cut. */
export function cut(text: string, width: number, mark: string): string {
  if (text.length <= width && SIMPLE.test(text)) return text;
  let kept = '';
  let room = width;
  /** The part that fits together with the mark. */
  let marked = '';
  for (const character of charactersOf(text)) {
    room -= widthOf(character);
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
