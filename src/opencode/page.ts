import { ToolFailure } from './failure.ts';

/** How large an answer is unless asked otherwise, at least and at most; clients cut off longer ones. */
export const usualChars = 20_000;
export const leastChars = 200;
export const mostChars = 80_000;

/** Characters that data takes up in an answer: as structured content and, escaped once more, in its text. */
export function sizeOf(data: unknown): number {
  const json = JSON.stringify(data);
  return json.length + JSON.stringify(json).length;
}

/** With less room than this, an answer has no place for explanations. */
export const tightRoom = 2500;

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
    const size = sizeOf(page.text);
    if (size <= room || most === 2) return page;
    most = Math.max(2, Math.min(most - 1, Math.floor((most * room) / size)));
  }
}

/** As much of a list that has no cursor as fits. */
export function fitList<T>(all: readonly T[], room: number): { readonly items: readonly T[]; readonly cut: object } {
  const { items, total } = pageList(all, all.length, undefined, room);
  return { items, cut: items.length < total ? { truncated: true, total } : {} };
}

export interface ListPage<T> {
  readonly items: readonly T[];
  readonly total: number;
  readonly nextCursor?: string;
}

/** Room for the total, the cursor and the names around a list. */
const listFrame = 250;
/** A comma after an item in both forms. */
const itemFrame = 2;

/** A piece of a list that is there as a whole: so many items at most, and no more than fit into the room. */
export function pageList<T>(
  all: readonly T[],
  limit: number,
  cursor: string | undefined,
  room = Number.POSITIVE_INFINITY,
): ListPage<T> {
  const at = placeOf(cursor);
  const items: T[] = [];
  let size = listFrame;
  for (const item of all.slice(at, at + limit)) {
    size += sizeOf(item) + itemFrame;
    // One item is always shown, or a cursor would lead nowhere.
    if (size > room && items.length > 0) break;
    items.push(item);
  }
  const end = at + items.length;
  return { items, total: all.length, ...(end < all.length ? { nextCursor: toCursor({ at: end }) } : {}) };
}
