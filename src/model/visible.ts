/**
 * Replaces control, invisible and bidirectional characters, which could make a terminal show something other than the
 * text, with replacement characters. The length stays the same.
 */
export function visible(text: string): string {
  if (isPlain(text)) return text;
  return text.replaceAll(HIDDEN, (found) => '\ufffd'.repeat(found.length));
}

/** The same characters as escapes such as `\u202e`, for names: two that look alike must not look the same. */
export function escapeHidden(text: string): string {
  if (isPlain(text)) return text;
  return text.replaceAll(HIDDEN, (found) =>
    Array.from(found, (one) => `\\u${(one.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`).join(''),
  );
}

/** `visible` for several lines. All but the first are indented, so that no line looks like output of Plugboard. */
export function visibleLines(text: string, indent = '  '): string {
  return text
    .split(/\r?\n/)
    .map((line) => visible(line).trimEnd())
    .join(`\n${indent}`);
}

/** A fast path: most texts are printable ASCII, and compiling the pattern is slow. */
function isPlain(text: string): boolean {
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code < 0x20 || code > 0x7e) return false;
  }
  return true;
}

const HIDDEN =
  // oxlint-disable-next-line no-control-regex, no-misleading-character-class -- they must not reach a terminal.
  /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|\udb40[\udc00-\udc7f]/g;
