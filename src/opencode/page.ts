import { ToolFailure } from './failure.ts';

/** How large an answer is unless asked otherwise, and at most, its two forms counted together; clients cut off the rest. */
export const usualChars = 20_000;
export const mostChars = 80_000;

/** How many characters an answer takes up: its text and its structured content. */
export function sizeOf(data: unknown): number {
  return JSON.stringify(data, null, 2).length + JSON.stringify(data).length;
}

/** A place to go on from, opaque to clients. */
export function toCursor(place: object): string {
  return Buffer.from(JSON.stringify(place)).toString('base64url');
}

export function fromCursor(cursor: string): Readonly<Record<string, unknown>> {
  try {
    const place: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    if (typeof place === 'object' && place !== null) return place as Record<string, unknown>;
  } catch {
    // Said below.
  }
  throw new ToolFailure('INVALID_INPUT', 'The cursor is not one that this server has given out.', [
    'Leave cursor out to start from the beginning, or pass nextCursor of the last answer unchanged.',
  ]);
}

/** Where a cursor of a text or a list leads; the beginning without one. */
export function placeOf(cursor: string | undefined): number {
  return cursor === undefined ? 0 : Number(fromCursor(cursor)['at'] ?? 0);
}

export interface TextPage {
  readonly text: string;
  readonly truncated: boolean;
  readonly total: number;
  readonly next?: number;
}

/** A piece of a text that does not tear a character apart. */
export function pageText(text: string, at: number, most: number): TextPage {
  const start = Math.min(at, text.length);
  let end = Math.min(start + most, text.length);
  if (end < text.length && end > start + 1 && /[\uD800-\uDBFF]/.test(text[end - 1] ?? '')) end -= 1;
  const rest = end < text.length ? { next: end } : {};
  return { text: text.slice(start, end), truncated: end < text.length, total: text.length, ...rest };
}

/** A piece of a text that takes up at most so much of an answer, in which quotes and line breaks are escaped. */
export function fitText(text: string, at: number, room: number): TextPage {
  let most = Math.max(2, Math.floor(room / 2));
  for (;;) {
    const page = pageText(text, at, most);
    const size = 2 * JSON.stringify(page.text).length;
    if (size <= room || most === 2) return page;
    most = Math.max(2, Math.min(most - 1, Math.floor((most * room) / size)));
  }
}

export interface ListPage<T> {
  readonly items: readonly T[];
  readonly total: number;
  readonly nextCursor?: string;
}

/** A piece of a list that is there as a whole: so many items at most, and no more than fit into the room. */
export function pageList<T>(
  all: readonly T[],
  limit: number,
  cursor: string | undefined,
  room = Number.POSITIVE_INFINITY,
): ListPage<T> {
  const at = placeOf(cursor);
  const items: T[] = [];
  let size = 0;
  for (const item of all.slice(at, at + limit)) {
    size += sizeOf(item) + itemFrame;
    // One item is always shown, or a cursor would lead nowhere.
    if (size > room && items.length > 0) break;
    items.push(item);
  }
  const end = at + items.length;
  return { items, total: all.length, ...(end < all.length ? { nextCursor: toCursor({ at: end }) } : {}) };
}

/** Commas, line breaks and indentation around an item in both forms. */
const itemFrame = 40;

/**
 * The same data within a bound, whatever a tool has put into it: long texts and lists are cut, more and more until it
 * fits. Tools with long answers page them themselves; this is for what they did not expect.
 */
export function bounded(data: Record<string, unknown>, most: number): Record<string, unknown> {
  let result = data;
  for (let chars = 4000, items = 400; sizeOf(result) > most && items >= 1; chars /= 2, items = Math.floor(items / 2))
    result = { ...(cut(data, Math.max(60, Math.floor(chars)), items) as Record<string, unknown>), truncated: true };
  return result;
}

function cut(value: unknown, chars: number, items: number): unknown {
  if (typeof value === 'string') {
    const { text, truncated, total } = pageText(value, 0, chars);
    return truncated ? `${text}… (${total} characters)` : text;
  }
  if (Array.isArray(value)) return value.slice(0, items).map((item) => cut(item, chars, items));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value);
  const kept = entries.length > items + 20 ? entries.slice(0, items + 20) : entries;
  return Object.fromEntries(
    kept.map(([key, inner]) => [key, key.endsWith('Cursor') ? inner : cut(inner, chars, items)]),
  );
}
