import { cutAbove, isCut } from '../../model/secrets/cuts.ts';
import { findSecrets, MASK } from '../../model/secrets/hidden-spans.ts';
import type { Span } from '../../model/secrets/spans.ts';
import type { Region } from './changed-regions.ts';
import { KnownSecrets } from './known-secrets.ts';
import { TextLines } from './text-lines.ts';

/** A text that is changed, with what is hidden in it. */
export interface OldText {
  readonly lines: TextLines;
  readonly spans: readonly Span[];
  readonly open: readonly Span[];
  readonly secrets: KnownSecrets;
}

/** Many changes to a few texts are shown one after the other, so what is known of these is kept. */
const recent = new Map<string, OldText>();
const MOST_RECENT = 32;

export function oldText(text: string): OldText {
  const known = recent.get(text);
  recent.delete(text);
  const { spans, open } = known ?? findSecrets(text);
  const secrets = known?.secrets ?? new KnownSecrets(spans.map(({ start, end }) => text.slice(start, end)));
  const found = known ?? { lines: new TextLines(text), spans, open, secrets };
  recent.set(text, found);
  for (const oldest of recent.keys()) if (recent.size > MOST_RECENT) recent.delete(oldest);
  return found;
}

interface MaskedWindow {
  /** The number of its first line in the new text. */
  readonly base: number;
  readonly lines: TextLines;
  readonly spans: readonly Span[];
}

/**
 * The lines of a new text with their secrets masked, as far as they are within `context` lines of a change. Exactly what
 * would be hidden in the whole new text is hidden, although only windows around the changes are searched: both texts
 * can be cut where a window starts and ends.
 */
export class MaskedLines {
  readonly #old: OldText;
  readonly #windows: MaskedWindow[] = [];

  constructor(old: OldText, regions: readonly Region[], context: number) {
    this.#old = old;
    for (let index = 0; index < regions.length;) {
      const { masked, end } = maskWindow(old, regions, index, context);
      this.#windows.push(masked);
      index = end;
    }
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

/** Lines of the old text around changes, up to the region `end`. */
interface Window {
  readonly from: number;
  to: number;
  end: number;
}

/** So many lines are added to a window that cannot end yet, then twice as many. */
const MORE_LINES = 4;

/** The window from a region on. It ends where both texts can be cut, before the region `end`. */
function maskWindow(
  old: OldText,
  regions: readonly Region[],
  start: number,
  context: number,
): { masked: MaskedWindow; end: number } {
  const first = regions[start] as Region;
  const window = { from: windowStart(old, first, context), to: cutBelow(old, first.to + context), end: start + 1 };
  for (let more = MORE_LINES; ; more *= 2) {
    addReached(old, regions, window, context);
    const text = newText(old.lines, window, regions.slice(start, window.end));
    const { spans, open } = findSecrets(text);
    if (window.to === old.lines.count || isCut(text, open, text.length)) {
      const base = first.base - (first.from - window.from);
      return { masked: { base, lines: new TextLines(text), spans }, end: window.end };
    }
    window.to = cutBelow(old, window.to + more);
  }
}

function windowStart({ lines, open }: OldText, region: Region, context: number): number {
  return lines.lineAt(cutAbove(lines.text, open, lines.startOf(Math.max(0, region.from - context))));
}

/** Adds the regions that a window reaches. */
function addReached(old: OldText, regions: readonly Region[], window: Window, context: number): void {
  for (let next = regions[window.end]; next; next = regions[window.end]) {
    if (windowStart(old, next, context) >= window.to) break;
    window.to = Math.max(window.to, cutBelow(old, next.to + context));
    window.end += 1;
  }
}

/** The first line at or below this one before which the text can be cut, or the end. */
function cutBelow({ lines, open }: OldText, line: number): number {
  let at = Math.min(line, lines.count);
  while (at < lines.count && !isCut(lines.text, open, lines.startOf(at))) at += 1;
  return at;
}

function newText(old: TextLines, { from, to }: Window, regions: readonly Region[]): string {
  const parts: string[] = [];
  let at = from;
  for (const region of regions) {
    parts.push(old.text.slice(old.startOf(at), old.startOf(region.from)), region.lines.text);
    at = region.to;
  }
  parts.push(old.text.slice(old.startOf(at), old.startOf(to)));
  return parts.join('');
}
