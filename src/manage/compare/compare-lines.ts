/** Lines that differ: old lines `old[0]` up to `old[1]` are replaced by the new lines of the other range. */
export interface Block {
  readonly old: readonly [number, number];
  readonly now: readonly [number, number];
}

/** Limit on line pairs compared individually; a larger block is shown as replaced. */
const MOST_PAIRS = 250_000;

/**
 * Returns the blocks in which two texts differ (patience diff). Lines that occur once in both texts are anchors; only
 * the gaps between anchors are compared line by line, so the time does not grow with the square of the length.
 */
export function compareLines(old: readonly string[], now: readonly string[]): Block[] {
  const blocks: Block[] = [];
  compareBetween(old, now, { old: [0, old.length], now: [0, now.length] }, blocks);
  return joined(blocks);
}

function compareBetween(old: readonly string[], now: readonly string[], between: Block, blocks: Block[]): void {
  const gap = withoutSameEnds(old, now, between);
  const [from, to] = gap.old;
  const [nowFrom, nowTo] = gap.now;
  if (from === to && nowFrom === nowTo) return;
  const anchors = from === to || nowFrom === nowTo ? [] : anchorsIn(old, now, gap);
  if (anchors.length === 0) {
    for (const block of compareClosely(old, now, gap)) blocks.push(block);
    return;
  }
  let last: readonly [number, number] = [from, nowFrom];
  for (const anchor of [...anchors, [to, nowTo] as const]) {
    compareBetween(old, now, { old: [last[0], anchor[0]], now: [last[1], anchor[1]] }, blocks);
    last = [anchor[0] + 1, anchor[1] + 1];
  }
}

function withoutSameEnds(old: readonly string[], now: readonly string[], between: Block): Block {
  let [from, to] = between.old;
  let [nowFrom, nowTo] = between.now;
  while (from < to && nowFrom < nowTo && old[from] === now[nowFrom]) {
    from += 1;
    nowFrom += 1;
  }
  while (from < to && nowFrom < nowTo && old[to - 1] === now[nowTo - 1]) {
    to -= 1;
    nowTo -= 1;
  }
  return { old: [from, to], now: [nowFrom, nowTo] };
}

/** Lines that occur exactly once in each text, as the longest run in the same order in both. */
function anchorsIn(old: readonly string[], now: readonly string[], gap: Block): [number, number][] {
  const places = onlyPlaces(old, gap.old);
  const nowPlaces = onlyPlaces(now, gap.now);
  const pairs: [number, number][] = [];
  for (const [line, at] of places) {
    const nowAt = at === undefined ? undefined : nowPlaces.get(line);
    if (at !== undefined && nowAt !== undefined) pairs.push([at, nowAt]);
  }
  return longestRising(pairs);
}

/** The index of each line; undefined when it occurs more than once. */
function onlyPlaces(lines: readonly string[], [from, to]: readonly [number, number]): Map<string, number | undefined> {
  const places = new Map<string, number | undefined>();
  for (let index = from; index < to; index += 1) {
    const line = lines[index] as string;
    places.set(line, places.has(line) ? undefined : index);
  }
  return places;
}

/** Longest increasing subsequence by second index of pairs sorted by first index. */
function longestRising(pairs: readonly [number, number][]): [number, number][] {
  /** For each length, the pair with the smallest second index that ends a sequence of that length. */
  const ends: number[] = [];
  const before: (number | undefined)[] = [];
  for (const [index, [, second]] of pairs.entries()) {
    let low = 0;
    for (let high = ends.length; low < high;) {
      const middle = (low + high) >> 1;
      if ((pairs[ends[middle] as number] as [number, number])[1] < second) low = middle + 1;
      else high = middle;
    }
    before.push(low === 0 ? undefined : ends[low - 1]);
    ends[low] = index;
  }
  const rising: [number, number][] = [];
  for (let at = ends.at(-1); at !== undefined; at = before[at]) rising.push(pairs[at] as [number, number]);
  return rising.toReversed();
}

/** Uses the longest common subsequence. */
function compareClosely(old: readonly string[], now: readonly string[], gap: Block): Block[] {
  const [[from, to], [nowFrom, nowTo]] = [gap.old, gap.now];
  if ((to - from) * (nowTo - nowFrom) > MOST_PAIRS) return [gap];
  const common = longestCommon(old.slice(from, to), now.slice(nowFrom, nowTo));
  const blocks: Block[] = [];
  let [i, j] = [from, nowFrom];
  while (i < to && j < nowTo) {
    if (old[i] === now[j]) [i, j] = [i + 1, j + 1];
    else if (common(i + 1 - from, j - nowFrom) >= common(i - from, j + 1 - nowFrom)) {
      blocks.push({ old: [i, i + 1], now: [j, j] });
      i += 1;
    } else {
      blocks.push({ old: [i, i], now: [j, j + 1] });
      j += 1;
    }
  }
  return [...blocks, { old: [i, to], now: [j, nowTo] }];
}

/** Length of the longest common subsequence from these lines on. */
function longestCommon(old: readonly string[], now: readonly string[]): (i: number, j: number) => number {
  const width = now.length + 1;
  const table = new Uint32Array((old.length + 1) * width);
  const at = (i: number, j: number): number => table[i * width + j] as number;
  for (let i = old.length - 1; i >= 0; i -= 1) {
    for (let j = now.length - 1; j >= 0; j -= 1) {
      table[i * width + j] = old[i] === now[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  return at;
}

/** Merges adjacent blocks. */
function joined(blocks: readonly Block[]): Block[] {
  const result: Block[] = [];
  for (const block of blocks) {
    const last = result.at(-1);
    if (block.old[0] === block.old[1] && block.now[0] === block.now[1]) continue;
    if (last && last.old[1] === block.old[0] && last.now[1] === block.now[0])
      result[result.length - 1] = { old: [last.old[0], block.old[1]], now: [last.now[0], block.now[1]] };
    else result.push(block);
  }
  return result;
}
