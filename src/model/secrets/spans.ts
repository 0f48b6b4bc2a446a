/** A part of a text, from `start` up to `end`. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** The index of the first of sorted spans that starts at this place or behind it. */
export function firstFrom(spans: readonly Span[], offset: number): number {
  let low = 0;
  for (let high = spans.length; low < high;) {
    const middle = (low + high) >> 1;
    if ((spans[middle] as Span).start < offset) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Spans in order, those that overlap as one. */
export function merged(spans: readonly Span[]): Span[] {
  const result: { start: number; end: number }[] = [];
  for (const { start, end } of spans.toSorted((a, b) => a.start - b.start)) {
    const last = result.at(-1);
    if (last && start < last.end) last.end = Math.max(last.end, end);
    else result.push({ start, end });
  }
  return result;
}

/** What is left of spans without the parts that `holes` cover; both in order. */
export function without(spans: readonly Span[], holes: readonly Span[]): Span[] {
  return spans.flatMap(({ start, end }) => {
    const left: Span[] = [];
    let at = start;
    for (const hole of holes) {
      if (hole.end <= at || hole.start >= end) continue;
      if (hole.start > at) left.push({ start: at, end: hole.start });
      at = hole.end;
    }
    return at < end ? [...left, { start: at, end }] : left;
  });
}
