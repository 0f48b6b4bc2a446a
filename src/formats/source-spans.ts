import type { Span } from '../model/secrets/spans.ts';

/**
 * Where parts of a text are in the source that it was read from, such as a quoted string or a block of lines: the source
 * of each part, or all of the source if it cannot be compared with the text. Each is within one line.
 */
export function sourceSpans(source: string, text: string, parts: readonly Span[]): Span[] {
  const places = placesOf(source, text);
  const spans = places
    ? parts.map(({ start, end }) => ({ start: places[start] as number, end: places[end] as number }))
    : [withoutQuotes(source)];
  return spans.flatMap((span) => linesOf(source, span));
}

function linesOf(source: string, { start, end }: Span): Span[] {
  return [...source.slice(start, end).matchAll(/[^\s][^\n\r]*/g)].map(({ index, 0: line }) => ({
    start: start + index,
    end: start + index + line.trimEnd().length,
  }));
}

function withoutQuotes(source: string): Span {
  const block = /^[|>][^\n]*\n/.exec(source)?.[0].length ?? 0;
  if (block > 0) return { start: block, end: source.length };
  const quote = quoteOf(source);
  return { start: quote.length, end: Math.max(quote.length, source.length - quote.length) };
}

function quoteOf(source: string): string {
  return /^(?:"""|'''|"|')/.exec(source)?.[0] ?? '';
}

const ESCAPE = /\\(?:u([\da-f]{4})|x([\da-f]{2})|U([\da-f]{8})|(\r?\n\s*)|(.))/iy;
const SIMPLE: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  b: '\b',
  f: '\f',
  e: '\u001b',
  '0': '\0',
};
const FOLD = /[ \t]*\r?\n\s*/y;

/** For each unit of the text, and its end, where it is in the source; undefined if they do not go together. */
function placesOf(source: string, text: string): number[] | undefined {
  const quote = quoteOf(source);
  const places: number[] = [];
  let at = quote.length;
  for (let index = 0; index < text.length;) {
    const read = unitAt(source, at, quote, text, index);
    if (!read) return undefined;
    for (let unit = 0; unit < read.units; unit += 1) places.push(read.from);
    index += read.units;
    at = read.end;
  }
  places.push(at);
  return /^["'\s]*$/.test(source.slice(at)) ? places : undefined;
}

interface Unit {
  readonly from: number;
  readonly end: number;
  /** How many units of the text it stands for. */
  readonly units: number;
}

function unitAt(source: string, at: number, quote: string, text: string, index: number): Unit | undefined {
  if (quote.startsWith('"') && source[at] === '\\') return escapeAt(source, at, quote, text, index);
  if (quote === "'" && source.startsWith("''", at))
    return text[index] === "'" ? { from: at, end: at + 2, units: 1 } : undefined;
  // The line breaks of a string in several lines are compared only if they stand for one blank or line break.
  FOLD.lastIndex = at;
  const fold = FOLD.exec(source)?.[0] ?? '';
  if (fold !== '' && /[ \n]/.test(text[index] ?? '')) return { from: at, end: at + fold.length, units: 1 };
  return source[at] === text[index] ? { from: at, end: at + 1, units: 1 } : undefined;
}

function escapeAt(source: string, at: number, quote: string, text: string, index: number): Unit | undefined {
  ESCAPE.lastIndex = at;
  const found = ESCAPE.exec(source);
  if (!found) return undefined;
  const [whole, short, byte, long, newline, char = ''] = found;
  const end = at + whole.length;
  if (newline !== undefined) return unitAt(source, end, quote, text, index);
  const code = short ?? byte ?? long;
  const read = code === undefined ? (SIMPLE[char] ?? char) : characterOf(Number.parseInt(code, 16));
  return read !== '' && text.startsWith(read, index) ? { from: at, end, units: read.length } : undefined;
}

function characterOf(code: number): string {
  return code > 0x10ffff ? '' : String.fromCodePoint(code);
}
