import { documentSecrets, parseForSecrets } from '../../formats/document-secrets.ts';
import type { Document } from '../../formats/types.ts';
import type { Span } from '../../model/secrets/spans.ts';
import { isMap } from '../../model/value.ts';
import type { Region } from './changed-regions.ts';
import { TextLines } from './text-lines.ts';

/** A part of the new text that was parsed, with its secrets. */
export interface ParsedPart {
  /** Line number of its first line in the new text. */
  readonly base: number;
  readonly lines: TextLines;
  readonly spans: readonly Span[];
}

/**
 * The parts of the new text around its changes, as parsed documents: whole entries of the old text, with their changes.
 * Where such a part cannot be parsed alone, all of the new text is.
 */
export function parsedParts(
  path: string,
  old: { readonly lines: TextLines; readonly entries: readonly number[] },
  regions: readonly Region[],
): ParsedPart[] {
  const starts = old.entries;
  const parts: ParsedPart[] = [];
  for (let index = 0; index < regions.length;) {
    const first = regions[index] as Region;
    const from = lastUpTo(starts, first.from);
    let to = firstBehind(starts, Math.max(first.to, first.from + 1));
    let end = index + 1;
    for (let next = regions[end]; next && to !== undefined && next.from < to; next = regions[end]) {
      to = firstBehind(starts, Math.max(to, next.to));
      end += 1;
    }
    const part =
      from !== undefined && to !== undefined
        ? entriesIn(path, old.lines, regions, { from, to, index, end })
        : undefined;
    if (!part) return wholeText(path, old.lines, regions);
    parts.push(part);
    index = end;
  }
  return parts;
}

interface Entries {
  /** Lines of the old text. */
  readonly from: number;
  readonly to: number;
  /** The regions in it, up to `end`. */
  readonly index: number;
  readonly end: number;
}

function entriesIn(
  path: string,
  lines: TextLines,
  regions: readonly Region[],
  entries: Entries,
): ParsedPart | undefined {
  const { from, to, index, end } = entries;
  const first = regions[index] as Region;
  const text = textBetween(lines, { from, to }, regions.slice(index, end));
  const isJson = /^\s*(?:"|\/[/*])/.test(text);
  const [head, tail] = isJson ? ['{', '\n}'] : ['', ''];
  const document = parseForSecrets(path, `${head}${isJson ? text.trimEnd() : text}${tail}`);
  if (!document || !isMap(document.value)) return undefined;
  const spans = documentSecrets(document).map((span) => ({
    start: span.start - head.length,
    end: span.end - head.length,
  }));
  return { base: first.base - (first.from - from), lines: new TextLines(text), spans };
}

function wholeText(path: string, lines: TextLines, regions: readonly Region[]): ParsedPart[] {
  const text = textBetween(lines, { from: 0, to: lines.count }, regions);
  const document = parseForSecrets(path, text);
  return document ? [{ base: 0, lines: new TextLines(text), spans: documentSecrets(document) }] : [];
}

/** The new text in place of these lines of the old one. */
export function textBetween(
  old: TextLines,
  { from, to }: { readonly from: number; readonly to: number },
  regions: readonly Region[],
): string {
  const parts: string[] = [];
  let at = from;
  for (const region of regions) {
    parts.push(old.text.slice(old.startOf(at), old.startOf(region.from)), region.lines.text);
    at = region.to;
  }
  parts.push(old.text.slice(old.startOf(at), old.startOf(to)));
  return parts.join('');
}

/** The lines on which an entry of an entry of the root starts, and the line behind each last one, in order. */
export function entryLines(document: Document, lines: TextLines): number[] {
  const { value, text } = document;
  const found = new Set<number>();
  if (!isMap(value)) return [];
  // The start and the end of a text without braces can be parsed alone.
  if (!/^\s*\{/.test(text)) found.add(0).add(lines.count);
  for (const [name, map] of Object.entries(value)) {
    if (!isMap(map)) continue;
    for (const key of Object.keys(map)) {
      const place = document.locate([name, key]);
      if (!place?.key) continue;
      const line = lines.lineAt(place.key.start);
      if (/^[ \t]*$/.test(text.slice(lines.startOf(line), place.key.start))) found.add(line);
      const last = lines.lineAt(Math.max(place.value.end - 1, place.value.start));
      if (/^,?[ \t]*\r?\n?$/.test(text.slice(place.value.end, lines.startOf(last + 1)))) found.add(last + 1);
    }
  }
  return [...found].toSorted((a, b) => a - b);
}

function lastUpTo(starts: readonly number[], line: number): number | undefined {
  return starts[countUpTo(starts, line) - 1];
}

/** The first start at or behind a line. */
function firstBehind(starts: readonly number[], line: number): number | undefined {
  return starts[countUpTo(starts, line - 1)];
}

function countUpTo(starts: readonly number[], line: number): number {
  let low = 0;
  for (let high = starts.length; low < high;) {
    const middle = (low + high) >> 1;
    if ((starts[middle] as number) <= line) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The secrets of a line of the new text, relative to its start. */
export function secretsOfLine(parts: readonly ParsedPart[], now: number): Span[] {
  let low = 0;
  for (let high = parts.length; low < high;) {
    const middle = (low + high) >> 1;
    if ((parts[middle] as ParsedPart).base <= now) low = middle + 1;
    else high = middle;
  }
  const part = parts[low - 1];
  if (!part || now >= part.base + part.lines.count) return [];
  return part.lines.hidden(now - part.base, part.spans);
}
