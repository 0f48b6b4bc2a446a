/** Characters that change the direction of text, and control characters other than white space. */
const HIDDEN =
  // oxlint-disable-next-line no-control-regex -- they must not be shown.
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** A text with these characters as escapes such as `\\u202e`. Every template shows its texts with this. */
export function shownText(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  return value.replaceAll(HIDDEN, (found) => `\\u${(found.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`);
}
