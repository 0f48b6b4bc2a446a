/** Category of an invisible character. */
export type HiddenKind = 'zero-width' | 'bidi' | 'tag' | 'variation-selector' | 'private-use' | 'control' | 'invisible';

/** Sorted by first and last code point. */
const ranges: readonly (readonly [number, number, HiddenKind])[] = [
  [0x00, 0x08, 'control'],
  [0x0b, 0x0c, 'control'],
  [0x0e, 0x1f, 'control'],
  [0x7f, 0x9f, 'control'],
  [0xad, 0xad, 'invisible'], // soft hyphen
  [0x34f, 0x34f, 'invisible'], // grapheme joiner
  [0x61c, 0x61c, 'bidi'],
  [0x115f, 0x1160, 'invisible'], // Hangul fillers
  [0x17b4, 0x17b5, 'invisible'], // Khmer vowels without a form
  [0x180b, 0x180d, 'variation-selector'],
  [0x180e, 0x180e, 'invisible'],
  [0x180f, 0x180f, 'variation-selector'],
  [0x200b, 0x200d, 'zero-width'],
  [0x200e, 0x200f, 'bidi'],
  [0x2028, 0x2029, 'invisible'], // line breaks that many programs do not show
  [0x202a, 0x202e, 'bidi'],
  [0x2060, 0x2060, 'zero-width'],
  [0x2061, 0x2065, 'invisible'], // mathematical operators without a form
  [0x2066, 0x2069, 'bidi'],
  [0x206a, 0x206f, 'invisible'],
  [0x2800, 0x2800, 'invisible'], // Braille without dots
  [0x3164, 0x3164, 'invisible'], // Hangul filler
  [0xd800, 0xdfff, 'invisible'], // half of a pair
  [0xe000, 0xf8ff, 'private-use'],
  [0xfdd0, 0xfdef, 'invisible'], // no characters at all
  [0xfe00, 0xfe0f, 'variation-selector'],
  [0xfeff, 0xfeff, 'zero-width'],
  [0xffa0, 0xffa0, 'invisible'], // Hangul filler
  [0xfff0, 0xfffb, 'invisible'],
  [0xfffe, 0xffff, 'invisible'],
  [0x1bca0, 0x1bca3, 'invisible'], // shorthand controls
  [0x1d173, 0x1d17a, 'invisible'], // musical controls
  [0xe0000, 0xe007f, 'tag'],
  [0xe0080, 0xe00ff, 'invisible'],
  [0xe0100, 0xe01ef, 'variation-selector'],
  [0xe01f0, 0xe0fff, 'invisible'],
  [0xf0000, 0x10ffff, 'private-use'],
];

export function hiddenKind(codePoint: number): HiddenKind | undefined {
  return ranges.find(([first, last]) => codePoint >= first && codePoint <= last)?.[2];
}

/**
 * Whether an invisible character is legitimate here: in an emoji sequence, a regional flag, a joining script, or after
 * a character with variants.
 */
export function isInPlace(kind: HiddenKind, before: string, after: string): boolean {
  if (kind === 'zero-width') return JOINED_BEFORE.test(before) && JOINED_AFTER.test(after);
  if (kind === 'variation-selector') return VARIANT.some(([head, tail]) => head.test(before) && tail.test(after));
  return false;
}

/** The flags of England, Scotland and Wales are spelled in tag characters; other tag sequences could hide text. */
export const flagTags: readonly string[] = ['gbeng', 'gbsct', 'gbwls'].map(
  (name) => `${Array.from(name, (letter) => String.fromCodePoint(0xe0000 + letter.charCodeAt(0))).join('')}\u{e007f}`,
);

export const blackFlag = '\u{1f3f4}';

// From Arabic to Mongolian, joiners select the form of a letter. `before` ends with the invisible character.
const JOINED_BEFORE =
  /(?:\p{Extended_Pictographic}[\ufe0f\p{Emoji_Modifier}]?\u200d|(?=[\u0600-\u18af])[\p{L}\p{M}][\u200c\u200d])$/u;
const JOINED_AFTER = /^(?:\p{Extended_Pictographic}|(?=[\u0600-\u18af])[\p{L}\p{M}])/u;

const ALONE = /^[^\u180b-\u180d\u180f\ufe00-\ufe0f\u{e0100}-\u{e01ef}]|^$/u;
const VARIANT: readonly (readonly [RegExp, RegExp])[] = [
  [/(?![#*\d])\p{Emoji}[\ufe0e\ufe0f]$/u, ALONE],
  [/[#*\d]\ufe0f$/u, /^\u20e3/],
  [/\p{Ideographic}[\ufe00-\ufe02\u{e0100}-\u{e01ef}]$/u, ALONE],
  [/[\u1820-\u18aa][\u180b-\u180d\u180f]$/u, ALONE],
];
