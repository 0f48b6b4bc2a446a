import { coverMultiline } from './cover-multiline.ts';
import { byStart, type Span } from './hidden-spans.ts';

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

interface Openings {
  /** Where private keys start. */
  readonly keys: readonly number[];
  /** Secret names with values that span several lines. */
  readonly values: readonly Span[];
}

/** What was found in the text that was asked about last: many places are asked for in one text. */
let last: { readonly text: string; readonly found: Openings } = { text: '', found: { keys: [], values: [] } };

function openingsIn(text: string): Openings {
  if (last.text !== text) {
    const values: Span[] = [];
    coverMultiline(text, (start, end) => values.push({ start, end }));
    last = { text, found: { keys: [...text.matchAll(KEY)].map(({ index }) => index), values: byStart(values) } };
  }
  return last.found;
}

/** Whether a place is behind the start of one of these spans and before its end. They are in order. */
export function isWithin(spans: readonly Span[], at: number): boolean {
  let low = 0;
  for (let high = spans.length; low < high;) {
    const middle = (low + high) >> 1;
    if ((spans[middle] as Span).start < at) low = middle + 1;
    else high = middle;
  }
  return low > 0 && (spans[low - 1] as Span).end > at;
}

/** Texts up to this length are masked as a whole, because windows can miss a value that an edit continues. */
export const LONGEST_WHOLE = 4000;

/** The start of the text that decides what is hidden in the line that starts here. */
export function windowStart(text: string, lineStart: number): number {
  if (text.length <= LONGEST_WHOLE) return 0;
  const { keys, values } = openingsIn(text);
  let start = lineStart;
  while (start > 0 && (isDecidedAbove(text, start) || isWithin(values, start))) start = lineBefore(text, start);
  const key = keys.find((at) => at < start && !/["']/.test(text.slice(at, start)));
  return key === undefined ? start : windowStart(text, text.lastIndexOf('\n', key) + 1);
}

function lineBefore(text: string, lineStart: number): number {
  return lineStart < 2 ? 0 : text.lastIndexOf('\n', lineStart - 2) + 1;
}
