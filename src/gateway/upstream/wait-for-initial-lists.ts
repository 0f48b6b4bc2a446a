import type { Semaphore } from '../../runtime/connect/semaphore.ts';
import type { Limits } from '../options.ts';
import type { Upstream } from './upstream.ts';

/** A server gets this multiple of the time that the slowest other server took. */
const SLOWEST_FACTOR = 3;
/** Used if no server was measured because all others are cached. */
const UNMEASURED_MS = 3000;
/** How often to check whether all servers have been started. */
const POLL_MS = 100;

/**
 * Waits for servers whose lists are unknown. An unresponsive server does not delay the others: once some have answered,
 * it gets a multiple of the time they took, and at least `slowServerMs`, each counted from its own start. `firstListMs` is
 * the limit if none answers.
 */
export async function waitForInitialLists(
  upstreams: readonly Upstream[],
  slots: Semaphore,
  { firstListMs, slowServerMs }: Limits,
): Promise<void> {
  const askedAt = performance.now();
  for (;;) {
    const open = upstreams.filter(({ isSettled }) => !isSettled);
    const limits = { askedAt, slowServerMs };
    const ms = Math.min(askedAt + firstListMs - performance.now(), remainingMs(upstreams, open, limits, slots));
    if (open.length === 0 || ms <= 0) return;
    await firstOf(open, ms);
  }
}

/** Remaining time to wait, in milliseconds. */
function remainingMs(
  upstreams: readonly Upstream[],
  open: readonly Upstream[],
  { askedAt, slowServerMs }: { readonly askedAt: number; readonly slowServerMs: number },
  slots: Semaphore,
): number {
  const took = upstreams.flatMap(({ answeredMs }) => answeredMs ?? []);
  const isAnyKnown = upstreams.some(({ catalog: { at } }) => at !== undefined);
  if (took.length === 0 && !isAnyKnown) return Number.POSITIVE_INFINITY;
  if (slots.isQueued) return POLL_MS;
  const expected = took.length > 0 ? SLOWEST_FACTOR * Math.max(...took) : UNMEASURED_MS;
  const began = Math.max(...open.map(({ beganAt = askedAt }) => beganAt));
  return began + Math.max(slowServerMs, expected) - performance.now();
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
