const HOUR_MS = 3_600_000;
const units: Readonly<Record<string, number>> = { h: HOUR_MS, d: 24 * HOUR_MS };

/** The time that `90d`, `12h` or a date means; null if it is not in the future. */
export function parseExpiry(text: string, now: Date): Date | null {
  const [, number, unit = ''] = /^(\d{1,5})([hd])$/.exec(text) ?? [];
  const time = number === undefined ? dateIn(text) : now.getTime() + Number(number) * (units[unit] ?? 0);
  return time > now.getTime() ? new Date(time) : null;
}

function dateIn(text: string): number {
  return /^\d{4}-\d\d-\d\d(?:T[\d:.]+(?:Z|[+-]\d\d:\d\d)?)?$/.test(text) ? Date.parse(text) : Number.NaN;
}
