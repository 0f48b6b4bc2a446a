/** Milliseconds as people read them; a dash if there are none. */
export function durationText(ms: number | undefined): string {
  if (ms === undefined) return '–';
  if (ms >= 1000) return `${(ms / 1000).toFixed(1)} s`;
  return `${ms < 10 ? ms.toFixed(1) : Math.round(ms)} ms`;
}
