/**
 * Replaces control, invisible and bidirectional characters, which could make a terminal show something other than the
 * text, with replacement characters. The length stays the same.
 */
export function visible(text: string): string {
  if (isPlain(text)) return text;
  return text.replaceAll(HIDDEN, (found) => '\ufffd'.repeat(found.length));
}

/**
 * Everything that is no letter, mark, number, sign or space as escapes such as `\u202e`, for names and for what a person
 * approves: two texts that look alike must not look the same.
 */
export function escapeHidden(text: string): string {
  if (isPlain(text)) return text;
  return text.replaceAll(UNSEEN, (one) => {
    const code = (one.codePointAt(0) ?? 0).toString(16);
    return code.length > 4 ? `\\u{${code}}` : `\\u${code.padStart(4, '0')}`;
  });
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

/**
 * What cannot be seen, or looks like a space. The last ones are drawn as nothing although they count as letters, marks or
 * signs. The selector of a pictogram is part of it.
 */
const UNSEEN =
  /(?! |(?<=\p{Extended_Pictographic})\ufe0f)(?:[^\p{L}\p{M}\p{N}\p{P}\p{S}]|\p{Default_Ignorable_Code_Point}|\u2800|\u{13441}|\u{13442}|\u{16fe4}|\u{1d159})/gu;
