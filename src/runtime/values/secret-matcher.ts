import { MASK } from '../../model/secrets/hidden-spans.ts';

/** A text to look for. */
export interface Pattern {
  readonly text: string;
  /** Found only where no letter, digit, hyphen or underscore touches it. */
  readonly isWord: boolean;
}

interface Entry extends Pattern {
  /** The longest other entry that this one begins with. */
  parent: Entry | undefined;
}

/** The length of the beginning by which entries are found; no pattern is shorter. */
const KEY = 4;
/** A shorter beginning of a secret gives nothing away, where Plugboard cut a text. */
const SHORTEST_PART = 6;
/** The same where another program did: shorter ones are words before three dots, or what it shows on purpose. */
const SHORTEST_QUOTED = 8;
/** What stands for the rest of a text that was cut, ours first. */
const CUT = /\u2026|\.{2}|\*{2}|\\u2026|&hellip;|%E2%80%A6/iy;

/**
 * Finds many texts in one pass. Entries are sorted below their first characters, and the one that fits is found by
 * bisection: what comes before a place in the order and does not fit begins with what does.
 */
export class SecretMatcher {
  readonly #entries = new Map<string, Entry[]>();
  /** Second characters by the first, because most places are told by these alone. */
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
   * The text with a mask in place of each of them; the longer ones first where several begin. So is the beginning of one
   * before an ellipsis or asterisks: a server that quotes a token shortens it.
   */
  mask(text: string): string {
    let result = '';
    let at = 0;
    for (let place = 0; place + KEY <= text.length; place += 1) {
      const end = this.#endAt(text, place);
      if (end === undefined) continue;
      result += text.slice(at, place) + MASK;
      at = end;
      place = end - 1;
    }
    return at === 0 ? text : result + text.slice(at);
  }

  /** The same for a text that was cut, and may end with the beginning of one of them. */
  maskCut(text: string): string {
    const masked = this.mask(text);
    for (let place = Math.max(0, masked.length - this.#longest); place + SHORTEST_PART <= masked.length; place += 1) {
      const rest = masked.slice(place);
      const bucket = this.#entries.get(rest.slice(0, KEY)) ?? [];
      if (bucket[countUpTo(bucket, rest)]?.text.startsWith(rest)) return masked.slice(0, place) + MASK;
    }
    return masked;
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
    // In the order of texts, what shares the longest beginning with one stands next to it.
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

/** Where the beginning of a secret ends, when a mark follows that it was cut. Its own dots may be a part of that mark. */
function cutAt(text: string, start: number, end: number): number | undefined {
  let dots = end;
  while (dots > start && text[dots - 1] === '.') dots -= 1;
  return [end, dots].find((at) => {
    CUT.lastIndex = at;
    const mark = CUT.exec(text)?.[0];
    return mark !== undefined && at - start >= (mark === '…' ? SHORTEST_PART : SHORTEST_QUOTED);
  });
}

/** How many entries do not come after the text. */
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
