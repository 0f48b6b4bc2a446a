import type { Rate } from './limits.ts';

/** Gives 0 when one more may pass, else the seconds to wait. */
export type RateLimit = () => number;

/** A bucket that fills steadily and holds so many at most. */
export function rateLimit(
  { perSecond, burst }: Rate,
  now: () => number = performance.now.bind(performance),
): RateLimit {
  let left = burst;
  let before = now();
  return () => {
    const at = now();
    left = Math.min(burst, left + ((at - before) / 1000) * perSecond);
    before = at;
    if (left < 1) return Math.max(1, Math.ceil((1 - left) / perSecond));
    left -= 1;
    return 0;
  };
}
