import { BoundedMap } from '../bounded-map.ts';
import type { GatewayState, Rate } from './gateway-state.ts';
import { type RateLimit, tokenBucket } from './token-bucket.ts';

/** Subjects are authenticated, so there are few. */
const MAX_SUBJECTS = 10_000;

/** The state of a gateway that is alone. */
export function memoryState(): GatewayState {
  return {
    take: localLimits(),
    values: (_kind, local) => local,
    close: async () => {},
  };
}

/** Token buckets of this process, by subject. */
export function localLimits(): (subject: string, rate: Rate) => number {
  const buckets = new BoundedMap<string, { readonly rate: Rate; readonly take: RateLimit }>(MAX_SUBJECTS);
  return (subject, rate) => {
    const known = buckets.get(subject);
    if (known?.rate === rate) return known.take();
    const made = { rate, take: tokenBucket(rate) };
    buckets.set(subject, made);
    return made.take();
  };
}
