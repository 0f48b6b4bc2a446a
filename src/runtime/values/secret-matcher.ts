import type { Span } from '../../model/secrets/spans.ts';

export interface Pattern {
  readonly text: string;
  /** Matched only if not adjacent to a letter, digit, hyphen or underscore. */
  readonly isWord: boolean;
}

interface Entry extends Pattern {
  /** The longest other entry that is a prefix of this one. */
  parent: Entry | undefined;
}

/** Length of the lookup prefix; no pattern is shorter. */
const KEY = 4;
/** Minimum length of a secret prefix to mask where Plugboard cut a text. */
const SHORTEST_PART = 6;
/** Minimum length where another program cut it: shorter prefixes are words before an ellipsis, or shown on purpose. */
const SHORTEST_QUOTED = 8;
/** Markers of a truncated text, ours first. */
const CUT = /\u2026|\.{2}|\*{2}|\\u2026|&hellip;|%E2%80%A6/iy;

/**
 * Matches many patterns in one pass. Entries are grouped by prefix and sorted; a binary search finds the candidate, and
 * its `parent` chain the shorter matches.
 */
export class SecretMatcher {
  readonly #entries = new Map<string, Entry[]>();
  /** Second characters by first character: they rule out most positions. */
  readonly #firsts = new Map<number, Set<number>>();
  readonly #longest: number;

  constructor(patterns: readonly Pattern[]) {
    const words = new Map<string, boolean>();
    for (const { text, isWord } of patterns) words.set(text, (words.get(text) ?? true) && isWord);
    const sorted = [...words.keys()].filter((text) => text.length >= KEY).toSorted(byUnits);
    this.#longest = sorted.reduce((longest, text) => Math.max(longest, text.length), 0);
    for (const text of sorted) this.#add({ text, isWord: words.get(text) === true, parent: undefined });
  }

  /**
   * Where the patterns are, the longest first at each position. Also finds a secret's prefix before an ellipsis or
   * asterisks: servers that quote a token shorten it. A text that was cut may end with part of a secret.
   */
  spansIn(text: string, isCut: boolean): Span[] {
    const spans: Span[] = [];
    let at = 0;
    for (let place = 0; place + KEY <= text.length; place += 1) {
      const end = this.#endAt(text, place);
      if (end === undefined) continue;
      spans.push({ start: place, end });
      at = end;
      place = end - 1;
    }
    const start = isCut ? this.#cutStart(text, at) : undefined;
    if (start !== undefined) spans.push({ start, end: text.length });
    return spans;
  }

  #cutStart(text: string, from: number): number | undefined {
    for (let place = Math.max(from, text.length - this.#longest); place + SHORTEST_PART <= text.length; place += 1) {
      const rest = text.slice(place);
      const bucket = this.#entries.get(rest.slice(0, KEY)) ?? [];
      if (bucket[countUpTo(bucket, rest)]?.text.startsWith(rest)) return place;
    }
    return undefined;
  }

  #add(entry: Entry): void {
    const { text } = entry;
    const key = text.slice(0, KEY);
    const bucket = this.#entries.get(key) ?? [];
    let parent = bucket.at(-1);
    while (parent && !text.startsWith(parent.text)) parent = parent.parent;
    entry.parent = parent;
    bucket.push(entry);
    this.#entries.set(key, bucket);
    const seconds = this.#firsts.get(text.charCodeAt(0)) ?? new Set();
    this.#firsts.set(text.charCodeAt(0), seconds.add(text.charCodeAt(1)));
  }

  #endAt(text: string, place: number): number | undefined {
    if (this.#firsts.get(text.charCodeAt(place))?.has(text.charCodeAt(place + 1)) !== true) return undefined;
    const bucket = this.#entries.get(text.slice(place, place + KEY));
    if (!bucket) return undefined;
    const rest = text.slice(place, place + this.#longest);
    const count = countUpTo(bucket, rest);
    for (let entry = bucket[count - 1]; entry; entry = entry.parent) {
      const end = place + entry.text.length;
      if (rest.startsWith(entry.text) && (!entry.isWord || isAlone(text, place, end))) return end;
    }
    // In sorted order, the entry with the longest common prefix is adjacent.
    const shared = Math.max(sharedLength(bucket[count - 1]?.text, rest), sharedLength(bucket[count]?.text, rest));
    return shared < SHORTEST_PART ? undefined : cutAt(text, place, place + shared);
  }
}

function sharedLength(entry: string | undefined, text: string): number {
  if (entry === undefined) return 0;
  const most = Math.min(entry.length, text.length);
  let length = 0;
  while (length < most && entry.charCodeAt(length) === text.charCodeAt(length)) length += 1;
  return length;
}

/** The end of a truncated secret that is followed by a marker. Dots of the secret may be part of the marker. */
function cutAt(text: string, start: number, end: number): number | undefined {
  let dots = end;
  while (dots > start && text[dots - 1] === '.') dots -= 1;
  return [end, dots].find((at) => {
    CUT.lastIndex = at;
    const mark = CUT.exec(text)?.[0];
    return mark !== undefined && at - start >= (mark === '…' ? SHORTEST_PART : SHORTEST_QUOTED);
  });
}

/** Number of entries that sort at or before the text. */
function countUpTo(bucket: readonly Entry[], text: string): number {
  let [low, high] = [0, bucket.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((bucket[middle] as Entry).text <= text) low = middle + 1;
    else high = middle;
  }
  return low;
}

function byUnits(a: string, b: string): number {
  return a < b ? -1 : 1;
}

const TOUCHING = /[\w-]/;

function isAlone(text: string, start: number, end: number): boolean {
  return !TOUCHING.test(text[start - 1] ?? '') && !TOUCHING.test(text[end] ?? '');
}
