import type { Slots } from '../runtime/connect/slots.ts';
import type { Upstream } from './upstream.ts';

/** A server gets so many times as long as the slowest of the others took. */
const TIMES = 3;
const SHORTEST_MS = 1000;
/** Where nobody has shown how long it takes, because the others are known from earlier. */
const UNMEASURED_MS = 3000;
/** How soon to look again whether everybody has had a turn. */
const TURN_MS = 100;

/**
 * Waits for servers of which nothing is known yet. One that is mute does not keep the others: once some have answered it
 * gets a few times as long as they took, each counted from its own start. `mostMs` is for when nobody answers.
 */
export async function firstKnown(upstreams: readonly Upstream[], slots: Slots, mostMs: number): Promise<void> {
  const askedAt = performance.now();
  for (;;) {
    const open = upstreams.filter(({ isSettled }) => !isSettled);
    const ms = Math.min(askedAt + mostMs - performance.now(), patience(upstreams, open, askedAt, slots));
    if (open.length === 0 || ms <= 0) return;
    await firstOf(open, ms);
  }
}

/** How much longer it is worth while to wait, in milliseconds. */
function patience(upstreams: readonly Upstream[], open: readonly Upstream[], askedAt: number, slots: Slots): number {
  const took = upstreams.flatMap(({ answeredMs }) => answeredMs ?? []);
  const isAnyKnown = upstreams.some(({ catalogue: { at } }) => at !== undefined);
  if (took.length === 0 && !isAnyKnown) return Number.POSITIVE_INFINITY;
  if (slots.isQueued) return TURN_MS;
  const limit = took.length > 0 ? Math.max(SHORTEST_MS, TIMES * Math.max(...took)) : UNMEASURED_MS;
  const began = Math.max(...open.map(({ beganAt = askedAt }) => beganAt));
  return began + limit - performance.now();
}

async function firstOf(open: readonly Upstream[], ms: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((done) => {
    timer = setTimeout(done, ms);
  });
  try {
    await Promise.race([late, ...open.map(async ({ settled }) => settled)]);
  } finally {
    clearTimeout(timer);
  }
}
