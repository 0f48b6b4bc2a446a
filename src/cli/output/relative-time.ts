const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Local date and time, such as `2026-11-15 14:03`. */
export function localTime(time: Date): string {
  const two = (number: number): string => String(number).padStart(2, '0');
  const day = [time.getFullYear(), two(time.getMonth() + 1), two(time.getDate())].join('-');
  return `${day} ${two(time.getHours())}:${two(time.getMinutes())}`;
}

/** Approximate age. A time in the future counts as just now. */
export function ago(time: Date, now: Date): string {
  const seconds = Math.floor((now.getTime() - time.getTime()) / 1000);
  if (seconds < MINUTE) return 'just now';
  if (seconds < HOUR) return `${Math.floor(seconds / MINUTE)} min ago`;
  if (seconds < DAY) return `${Math.floor(seconds / HOUR)} h ago`;
  const days = Math.floor(seconds / DAY);
  return days === 1 ? 'yesterday' : `${days} days ago`;
}
