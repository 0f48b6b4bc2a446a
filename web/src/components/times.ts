const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });
const exact = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' });

const steps: readonly [limit: number, seconds: number, unit: Intl.RelativeTimeFormatUnit][] = [
  [60, 1, 'second'],
  [3600, 60, 'minute'],
  [86_400, 3600, 'hour'],
  [7 * 86_400, 86_400, 'day'],
];

/** `3 minutes ago`; the date if it is more than a week ago. */
export function timeAgo(at: string, now = Date.now()): string {
  const seconds = Math.round((now - Date.parse(at)) / 1000);
  const step = steps.find(([limit]) => seconds < limit);
  return step ? relative.format(-Math.floor(Math.max(0, seconds) / step[1]), step[2]) : exactTime(at);
}

export function exactTime(at: string): string {
  return exact.format(new Date(at));
}
