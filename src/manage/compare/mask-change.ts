import { findSecrets, MASK, type Span } from '../../model/secrets/hidden-spans.ts';
import { isDecidedAbove, isWithin, LONGEST_WHOLE, REACH } from '../../model/secrets/mask-window.ts';
import type { Region } from './changed-regions.ts';
import { KnownSecrets } from './known-secrets.ts';
import { TextLines } from './text-lines.ts';

/** A text that is changed, with what is hidden in it. */
export interface OldText {
  readonly lines: TextLines;
  readonly spans: readonly Span[];
  readonly keys: readonly Span[];
  readonly values: readonly Span[];
  readonly secrets: KnownSecrets;
}

/** Many changes to a few texts are shown one after the other, so what is known of these is kept. */
const recent = new Map<string, OldText>();
const MOST_RECENT = 32;

export function oldText(text: string): OldText {
  const known = recent.get(text);
  recent.delete(text);
  const { spans, keys, values } = known ?? findSecrets(text);
  const secrets = known?.secrets ?? new KnownSecrets(spans.map(({ start, end }) => text.slice(start, end)));
  const found = known ?? { lines: new TextLines(text), spans, keys, values, secrets };
  recent.set(text, found);
  for (const oldest of recent.keys()) if (recent.size > MOST_RECENT) recent.delete(oldest);
  return found;
}

/** Lines of the new text around changes, that are decided about by themselves. */
interface Window {
  /** Lines of the old text. */
  readonly from: number;
  to: number;
  readonly regions: Region[];
}

interface MaskedWindow {
  /** The number of its first line in the new text. */
  readonly base: number;
  readonly lines: TextLines;
  readonly spans: readonly Span[];
}

/**
 * The lines of a new text with their secrets masked, as far as they are within `context` lines of a change. At least
 * what would be hidden in the whole new text is hidden, although only the lines around the changes are looked at.
 */
export class MaskedLines {
  readonly #old: OldText;
  readonly #windows: readonly MaskedWindow[];

  constructor(old: OldText, regions: readonly Region[], context: number) {
    this.#old = old;
    const windows = windowsAround(old, regions, context);
    let isOpen = false;
    this.#windows = windows.map((window, index) => {
      const before = windows[index - 1];
      isOpen =
        isWithinKey(old, window.from) || (isOpen && before !== undefined && !hasQuote(old.lines, before, window));
      const masked = maskWindow(old.lines, window, isOpen);
      ({ isOpen } = masked);
      return masked;
    });
  }

  /** A line that both texts have. */
  kept(line: number, now: number): string {
    const { lines, spans } = this.#old;
    const window = this.#at(now);
    const inNew = window.lines.hidden(now - window.base, window.spans);
    return lines.masked(line, [...lines.hidden(line, spans), ...inNew], MASK);
  }

  /** A line of the new text. What was hidden in the old text is hidden without the words around it, too. */
  added(now: number): string {
    const { base, lines, spans } = this.#at(now);
    return this.#old.secrets.hide(lines.masked(now - base, lines.hidden(now - base, spans), MASK));
  }

  #at(now: number): MaskedWindow {
    let low = 0;
    for (let high = this.#windows.length; low < high;) {
      const middle = (low + high) >> 1;
      if ((this.#windows[middle] as MaskedWindow).base <= now) low = middle + 1;
      else high = middle;
    }
    return this.#windows[low - 1] as MaskedWindow;
  }
}

function windowsAround(old: OldText, regions: readonly Region[], context: number): Window[] {
  const { lines, values } = old;
  if (lines.text.length <= LONGEST_WHOLE && regions.length > 0)
    return [{ from: 0, to: lines.count, regions: [...regions] }];
  const windows: Window[] = [];
  for (const region of regions) {
    let from = Math.max(0, region.from - context);
    while (from > 0 && (isDecidedAbove(lines.text, lines.startOf(from)) || isWithin(values, lines.startOf(from))))
      from -= 1;
    const to = Math.min(lines.count, region.to + context);
    const last = windows.at(-1);
    // A name that a change brings may be followed by blank lines.
    if (last && lines.startOf(from) - lines.startOf(last.to) < REACH) {
      last.to = Math.max(last.to, to);
      last.regions.push(region);
    } else windows.push({ from, to, regions: [region] });
  }
  return windows;
}

/** Whether a line stands in a private key that starts above it. */
function isWithinKey({ lines, keys }: OldText, line: number): boolean {
  return isWithin(keys, lines.startOf(line));
}

/** A private key ends with a quote. */
function hasQuote(lines: TextLines, before: Window, window: Window): boolean {
  return /["']/.test(lines.text.slice(lines.startOf(before.to), lines.startOf(window.from)));
}

/** Stands for a private key that starts above. */
const OPEN_KEY = '-----BEGIN PRIVATE KEY-----\n';

function maskWindow(old: TextLines, window: Window, isOpen: boolean): MaskedWindow & { isOpen: boolean } {
  const [first] = window.regions as [Region, ...Region[]];
  const head = isOpen ? OPEN_KEY : '';
  const text = head + newText(old, window);
  const { spans, keys } = findSecrets(text);
  const shifted = spans.flatMap(({ start, end }) =>
    start < head.length ? [] : [{ start: start - head.length, end: end - head.length }],
  );
  return {
    base: first.base - (first.from - window.from),
    lines: new TextLines(text.slice(head.length)),
    spans: shifted,
    isOpen: keys.at(-1)?.end === text.length,
  };
}

function newText(old: TextLines, { from, to, regions }: Window): string {
  const parts: string[] = [];
  let at = from;
  for (const region of regions) {
    parts.push(old.text.slice(old.startOf(at), old.startOf(region.from)), region.lines.text);
    at = region.to;
  }
  parts.push(old.text.slice(old.startOf(at), old.startOf(to)));
  return parts.join('');
}
