import { CallFailure } from './failure.ts';

/** The default, minimum and maximum size of a result; clients truncate longer ones. */
export const usualChars = 20_000;
export const leastChars = 200;
export const mostChars = 80_000;

/** Characters that data occupies in a result: once as structured content and once, escaped, in the text. */
export function sizeOf(data: unknown): number {
  const json = JSON.stringify(data);
  return json.length + JSON.stringify(json).length;
}

/** Below this size a result has no room for explanations. */
export const tightRoom = 2500;

/** A position to continue from, opaque to clients. */
export function toCursor(place: object): string {
  return Buffer.from(JSON.stringify(place)).toString('base64url');
}

export function fromCursor(cursor: string): Readonly<Record<string, unknown>> {
  try {
    const place: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    if (typeof place === 'object' && place !== null) return place as Record<string, unknown>;
  } catch {
    // Reported below.
  }
  throw new CallFailure('INVALID_INPUT', 'Invalid cursor.', [
    'Omit cursor to start from the beginning, or pass nextCursor of the last result unchanged.',
  ]);
}

/** Returns the position of a text or list cursor; 0 without one. */
export function cursorOffset(cursor: string | undefined): number {
  return cursor === undefined ? 0 : Number(fromCursor(cursor)['at'] ?? 0);
}

export interface TextPage {
  readonly text: string;
  readonly truncated: boolean;
  readonly total: number;
  readonly next?: number;
}

/** A slice of a text that does not split a surrogate pair. */
export function pageText(text: string, at: number, most: number): TextPage {
  const start = Math.min(at, text.length);
  let end = Math.min(start + most, text.length);
  if (end < text.length && end > start + 1 && /[\uD800-\uDBFF]/.test(text[end - 1] ?? '')) end -= 1;
  const rest = end < text.length ? { next: end } : {};
  return { text: text.slice(start, end), truncated: end < text.length, total: text.length, ...rest };
}

/** A slice of a text that occupies at most this much of a result, including escaped quotes and line breaks. */
export function fitText(text: string, at: number, room: number): TextPage {
  let most = Math.max(2, Math.floor(room / 2));
  for (;;) {
    const page = pageText(text, at, most);
    const size = sizeOf(page.text);
    if (size <= room || most === 2) return page;
    most = Math.max(2, Math.min(most - 1, Math.floor((most * room) / size)));
  }
}

/** The first items of a list that fit into a result. Such a list has no cursor. */
export function fitList<T>(all: readonly T[], room: number): { readonly items: readonly T[]; readonly cut: object } {
  const { items, total } = pageList(all, all.length, undefined, room);
  return { items, cut: items.length < total ? { truncated: true, total } : {} };
}

export interface ListPage<T> {
  readonly items: readonly T[];
  readonly total: number;
  readonly nextCursor?: string;
}

/** Room for the total, the cursor and the keys around a list. */
const listFrame = 250;
/** A comma after an item, in both forms. */
const itemFrame = 2;

/** A page of a complete list: at most `limit` items, and only as many as fit. */
export function pageList<T>(
  all: readonly T[],
  limit: number,
  cursor: string | undefined,
  room = Number.POSITIVE_INFINITY,
): ListPage<T> {
  const at = cursorOffset(cursor);
  const items: T[] = [];
  let size = listFrame;
  for (const item of all.slice(at, at + limit)) {
    size += sizeOf(item) + itemFrame;
    // At least one item is returned, otherwise the cursor would not advance.
    if (size > room && items.length > 0) break;
    items.push(item);
  }
  const end = at + items.length;
  return { items, total: all.length, ...(end < all.length ? { nextCursor: toCursor({ at: end }) } : {}) };
}
