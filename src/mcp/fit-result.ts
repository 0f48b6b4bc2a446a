import { pageText } from './page.ts';

type Data = Record<string, unknown>;

/** Keys whose values would be useless when truncated. */
const whole = /(?:Id|Cursor)$|^(?:status|code|truncated)$/;

/**
 * Shrinks data to fit by truncating long texts and lists, if that is enough. Tools with long results page them
 * themselves; this handles unexpected ones.
 */
export function cutToFit(data: Data, fits: (data: Data) => boolean): Data | undefined {
  if (fits(data)) return data;
  for (let chars = 4000, items = 400; chars >= 8; chars = Math.floor(chars / 2), items = Math.ceil(items / 2)) {
    const smaller = { ...(cut(data, chars, items) as Data), truncated: true };
    if (fits(smaller)) return smaller;
  }
  return undefined;
}

function cut(value: unknown, chars: number, items: number): unknown {
  if (typeof value === 'string') return cutText(value, chars);
  if (Array.isArray(value)) return value.slice(0, items).map((item) => cut(item, chars, items));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value);
  const kept = entries.length > items + 20 ? entries.slice(0, items + 20) : entries;
  return Object.fromEntries(
    kept.map(([key, inner]) => [
      cutText(key, Math.max(60, chars)),
      whole.test(key) && typeof inner === 'string' ? inner : cut(inner, chars, items),
    ]),
  );
}

function cutText(text: string, chars: number): string {
  const { text: start, truncated, total } = pageText(text, 0, chars);
  if (!truncated) return text;
  const note = chars > 60 ? `… (${total} characters)` : '…';
  return text.length > start.length + note.length ? start + note : text;
}

/** Keeps only what the output schema requires: names, states, and empty lists. */
export function essentials(data: Data, required: readonly string[]): Data {
  const entries = required.map((key): [string, unknown] => {
    const value = data[key];
    if (Array.isArray(value)) return [key, []];
    if (typeof value === 'object' && value !== null) return [key, {}];
    return [key, whole.test(key) ? value : cut(value, 8, 0)];
  });
  return { ...Object.fromEntries(entries), truncated: true };
}
