const SECOND = 1000;
const units: Readonly<Record<string, number>> = {
  s: SECOND,
  m: 60 * SECOND,
  h: 3600 * SECOND,
  d: 24 * 3600 * SECOND,
  w: 7 * 24 * 3600 * SECOND,
};

/** The time of `10m`, `2h`, `1d` or a date; undefined for anything else. */
export function parseSince(text: string, now: Date): Date | undefined {
  const [, number, unit = ''] = /^(\d{1,6})\s?([smhdw])$/.exec(text.trim().toLowerCase()) ?? [];
  if (number !== undefined) return new Date(now.getTime() - Number(number) * (units[unit] ?? 0));
  // `Date` accepts more formats, but only by guessing.
  if (!/^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}.*)?$/.test(text)) return undefined;
  // `Date` reads a date without time as UTC, but the user means local time.
  const time = new Date(text.length === 10 ? `${text} 00:00` : text);
  return Number.isNaN(time.getTime()) ? undefined : time;
}
