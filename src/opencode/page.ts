import { ToolFailure } from './failure.ts';

/** How much text an answer holds unless asked otherwise, and at most; clients cut off what is longer. */
export const usualChars = 20_000;
export const mostChars = 40_000;

/** A place to go on from, opaque to whoever passes it back. */
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
  if (end < text.length && /[\uD800-\uDBFF]/.test(text[end - 1] ?? '')) end -= 1;
  const rest = end < text.length ? { next: end } : {};
  return { text: text.slice(start, end), truncated: end < text.length, total: text.length, ...rest };
}

export interface ListPage<T> {
  readonly items: readonly T[];
  readonly total: number;
  readonly nextCursor?: string;
}

/** A piece of a list that is there as a whole. */
export function pageList<T>(all: readonly T[], limit: number, cursor: string | undefined): ListPage<T> {
  const at = cursor === undefined ? 0 : Number(fromCursor(cursor)['at'] ?? 0);
  const items = all.slice(at, at + limit);
  const end = at + items.length;
  return { items, total: all.length, ...(end < all.length ? { nextCursor: toCursor({ at: end }) } : {}) };
}
