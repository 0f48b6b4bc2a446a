import type { Rate } from './gateway-state.ts';

/** Returns 0 if a request may pass, otherwise the seconds to wait. */
export type RateLimit = () => number;

/** A token bucket. */
export function tokenBucket(
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
