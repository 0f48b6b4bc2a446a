import type { Span } from '../../model/secrets/spans.ts';

/** Characters without a form, such as zero-width spaces and soft hyphens, also as JSON and HTML escape them. */
const INVISIBLE =
  /\p{Default_Ignorable_Code_Point}|[\ufff9-\ufffb]|\\u(?:00ad|034f|061c|180[b-f]|200[b-f]|202[a-e]|206[0-9a-f]|fe0[0-9a-f]|feff)|%(?:C2%AD|E2%80%8[B-F]|E2%80%A[A-E]|E2%81%A[0-9A-F]|EF%BB%BF)|&(?:shy|ZeroWidthSpace|zwn?j|NoBreak|#(?:173|820[3-7]|8288|65279)|#x(?:ad|200[b-f]|2060|feff));/giu;

export interface VisibleText {
  readonly text: string;
  /** The span of the original text that a span of the visible text stands for. */
  readonly original: (span: Span) => Span;
}

/** A text without its invisible characters; undefined if it has none. */
export function visibleText(text: string): VisibleText | undefined {
  if (text.search(INVISIBLE) === -1) return undefined;
  /** Where each visible part begins, in the visible and in the original text. */
  const parts: { readonly from: number; readonly at: number }[] = [];
  let [visible, at] = ['', 0];
  const add = (end: number): void => {
    if (end > at) parts.push({ from: visible.length, at });
    visible += text.slice(at, end);
  };
  for (const { index, 0: hidden } of text.matchAll(INVISIBLE)) {
    add(index);
    at = index + hidden.length;
  }
  add(text.length);
  const place = (position: number): number => {
    let [low, high] = [0, parts.length];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((parts[middle]?.from ?? 0) <= position) low = middle;
      else high = middle;
    }
    const { from, at: origin } = parts[low] ?? { from: 0, at: 0 };
    return origin + position - from;
  };
  return { text: visible, original: ({ start, end }) => ({ start: place(start), end: place(end - 1) + 1 }) };
}
