/** A row to render, or the height of rows that are not rendered. */
export type RowPart = { readonly index: number } | { readonly gap: number };

/** The visible part of a list, in pixels. */
export interface RowView {
  readonly top: number;
  readonly height: number;
}

/** The top of each row, and finally the end of the list. */
export function rowTops(count: number, heightOf: (index: number) => number): Float64Array {
  const tops = new Float64Array(count + 1);
  for (let index = 0; index < count; index += 1) tops[index + 1] = (tops[index] ?? 0) + heightOf(index);
  return tops;
}

/** The row at a pixel, clamped to the list. */
export function rowAt(tops: Float64Array, y: number): number {
  let [low, high] = [0, Math.max(0, tops.length - 2)];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((tops[middle] ?? 0) <= y) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** The rows from `first` to before `end`, plus one that always stays rendered because it has the focus. */
export function rowParts(tops: Float64Array, first: number, end: number, kept?: number): RowPart[] {
  const count = tops.length - 1;
  const drawn = Array.from({ length: Math.max(0, end - first) }, (_, index) => first + index);
  if (kept !== undefined && kept < first) drawn.unshift(kept);
  if (kept !== undefined && kept >= end && kept < count) drawn.push(kept);
  const parts: RowPart[] = [];
  let at = 0;
  for (const index of drawn) {
    pushGap(parts, (tops[index] ?? 0) - (tops[at] ?? 0));
    parts.push({ index });
    at = index + 1;
  }
  pushGap(parts, (tops[count] ?? 0) - (tops[at] ?? 0));
  return parts;
}

function pushGap(parts: RowPart[], gap: number): void {
  if (gap > 0) parts.push({ gap });
}

/** The smallest scroll that makes a row visible; undefined if it already is. */
export function scrollTopFor(tops: Float64Array, index: number, { top, height }: RowView): number | undefined {
  const [start, end] = [tops[index] ?? 0, tops[index + 1] ?? 0];
  if (start < top || end - start > height) return start;
  return end > top + height ? end - height : undefined;
}
