import { documentSecrets, parseForSecrets } from '../../formats/document-secrets.ts';
import { parsedBefore } from '../../formats/recent-documents.ts';
import { cutAbove, isCut } from '../../model/secrets/cuts.ts';
import { findSecrets, MASK } from '../../model/secrets/hidden-spans.ts';
import { merged, type Span } from '../../model/secrets/spans.ts';
import type { Region } from './changed-regions.ts';
import { KnownSecrets } from './known-secrets.ts';
import { entryLines, type ParsedPart, parsedParts, secretsOfLine, textBetween } from './parsed-parts.ts';
import { TextLines } from './text-lines.ts';

/** A changed text with its secret spans. */
export interface OldText {
  readonly lines: TextLines;
  readonly spans: readonly Span[];
  readonly open: readonly Span[];
  readonly secrets: KnownSecrets;
  /** Where it can be split so that a parser reads the parts; none if no parser reads it. */
  readonly entries: readonly number[];
}

/** Cached, because several changes to the same few texts are shown in a row. */
const recent = new Map<string, OldText & { readonly path: string }>();
const MOST_RECENT = 32;

export function oldText(text: string, path: string): OldText {
  const known = recent.get(text);
  const found = known?.path === path ? known : { ...readText(text, path), path };
  recent.delete(text);
  recent.set(text, found);
  for (const oldest of recent.keys()) if (recent.size > MOST_RECENT) recent.delete(oldest);
  return found;
}

/** What the reader of lines finds, and what the parsed document has: comments are only in the lines. */
function readText(text: string, path: string): OldText {
  const { spans: inLines, open } = findSecrets(text);
  const document = parsedBefore(text) ?? parseForSecrets(path, text);
  const spans = document ? merged([...inLines, ...documentSecrets(document)]) : inLines;
  const secrets = new KnownSecrets(spans.map(({ start, end }) => text.slice(start, end)));
  const lines = new TextLines(text);
  return { lines, spans, open, secrets, entries: document ? entryLines(document, lines) : [] };
}

function isNever(_text: string): boolean {
  return false;
}

interface MaskedWindow {
  /** Line number of its first line in the new text. */
  readonly base: number;
  readonly lines: TextLines;
  readonly spans: readonly Span[];
}

/**
 * Masks secrets in the new text's lines within `context` lines of a change. The result equals masking the whole new
 * text, although only windows around the changes are searched: both texts can be split at the edges of a window.
 */
export class MaskedLines {
  readonly #old: OldText;
  readonly #windows: MaskedWindow[] = [];
  readonly #parts: readonly ParsedPart[];

  constructor(path: string, old: OldText, regions: readonly Region[], context: number) {
    this.#old = old;
    this.#parts = parsedParts(path, old, regions);
    for (let index = 0; index < regions.length;) {
      const { masked, end } = maskWindow(old, regions, index, context);
      this.#windows.push(masked);
      index = end;
    }
  }

  /** A line present in both texts. What `isShown` accepts is not masked. */
  kept(line: number, now: number, isShown = isNever): string {
    const { lines, spans } = this.#old;
    const window = this.#at(now);
    const inNew = window.lines.hidden(now - window.base, window.spans);
    const start = lines.startOf(line);
    const inDocument = secretsOfLine(this.#parts, now);
    const hidden = [...lines.hidden(line, spans), ...inNew, ...inDocument].filter(
      (span) => !isShown(lines.text.slice(start + span.start, start + span.end)),
    );
    return lines.masked(line, hidden, MASK);
  }

  /**
   * A line of the new text. Values masked in the old text are masked here too, even without their key. What `isShown`
   * accepts is not masked.
   */
  added(now: number, isShown = isNever): string {
    const { base, lines, spans } = this.#at(now);
    const line = now - base;
    const start = lines.startOf(line);
    const hidden = [...lines.hidden(line, spans), ...secretsOfLine(this.#parts, now)].filter(
      (span) => !isShown(lines.text.slice(start + span.start, start + span.end)),
    );
    return this.#old.secrets.hide(lines.masked(line, hidden, MASK), isShown);
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

/** Old-text lines around changes, up to the region `end`. */
interface Window {
  readonly from: number;
  to: number;
  end: number;
}

/** Lines added to a window that cannot end yet; doubled each time. */
const MORE_LINES = 4;

/** Returns the window that starts at a region. It ends where both texts can be split, before the region `end`. */
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
    const text = textBetween(old.lines, window, regions.slice(start, window.end));
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

/** Extends a window over the regions it reaches. */
function addReached(old: OldText, regions: readonly Region[], window: Window, context: number): void {
  for (let next = regions[window.end]; next; next = regions[window.end]) {
    if (windowStart(old, next, context) >= window.to) break;
    window.to = Math.max(window.to, cutBelow(old, next.to + context));
    window.end += 1;
  }
}

/** The first line at or after this one where the text can be split, or its end. */
function cutBelow({ lines, open }: OldText, line: number): number {
  let at = Math.min(line, lines.count);
  while (at < lines.count && !isCut(lines.text, open, lines.startOf(at))) at += 1;
  return at;
}
