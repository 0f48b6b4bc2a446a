/** A local time; without the date if it is today. */
export function timeOf(iso: string, now = new Date()): string {
  const date = new Date(iso);
  if (Number.isNaN(date.getTime())) return iso;
  const isToday = date.toDateString() === now.toDateString();
  return isToday ? date.toLocaleTimeString() : date.toLocaleString();
}
