/** Alphabets that share look-alike letters. */
const scripts = [
  /\p{Script=Latin}/u,
  /\p{Script=Greek}/u,
  /\p{Script=Cyrillic}/u,
  /\p{Script=Armenian}/u,
  /\p{Script=Cherokee}/u,
  /\p{Script=Coptic}/u,
  /\p{Script=Lisu}/u,
];

/** Whether a word mixes look-alike letters from different alphabets, such as a Cyrillic \u0430 in a Latin word. */
export function isConfusable(text: string): boolean {
  if (isAscii(text)) return false;
  const words = text.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  return words.some((word) => scripts.filter((script) => script.test(word)).length > 1 || isDisguised(word));
}

/** ASCII has the letters of one alphabet only. */
function isAscii(text: string): boolean {
  // oxlint-disable-next-line no-control-regex -- the range starts at zero.
  return /^[\0-\x7f]*$/.test(text);
}

/** Whether compatibility variants, such as full-width or mathematical letters, hide a plain ASCII word. */
function isDisguised(word: string): boolean {
  return /[^\0-\u024f]/.test(word) && /^[A-Za-z0-9]+$/.test(word.normalize('NFKC'));
}
