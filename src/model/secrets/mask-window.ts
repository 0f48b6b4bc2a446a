/** The longest text between a name and its value, with the name. */
export const REACH = 400;

/** A name or an option whose value may stand on the next line. It may see more of them than there are. */
const AWAITS_VALUE = /(?:[:=]\s{0,80}(?:[|>][+-]?\s{1,80})?|-[A-Za-z][\w.-]{0,100}["']?[\s,]{0,162}(?:-[ \t])?["']?)$/;

/**
 * Whether what is hidden from the start of this line on depends on the lines above it, besides a private key that goes
 * on. All other patterns end with a line, or end with the value on a later line.
 */
export function isDecidedAbove(text: string, lineStart: number): boolean {
  return AWAITS_VALUE.test(text.slice(Math.max(0, lineStart - REACH), lineStart));
}

const KEY = /-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----/g;

/** Where private keys start in the text that was asked about last: many places are asked for in one text. */
let last: { readonly text: string; readonly keys: readonly number[] } = { text: '', keys: [] };

function keysIn(text: string): readonly number[] {
  if (last.text !== text) last = { text, keys: [...text.matchAll(KEY)].map(({ index }) => index) };
  return last.keys;
}

/** From where on a text has to be looked at to know what is hidden in the line that starts here. */
export function windowStart(text: string, lineStart: number): number {
  let start = lineStart;
  while (start > 0 && isDecidedAbove(text, start)) start = lineBefore(text, start);
  const key = keysIn(text).find((at) => at < start && !/["']/.test(text.slice(at, start)));
  return key === undefined ? start : windowStart(text, text.lastIndexOf('\n', key) + 1);
}

function lineBefore(text: string, lineStart: number): number {
  return lineStart < 2 ? 0 : text.lastIndexOf('\n', lineStart - 2) + 1;
}
