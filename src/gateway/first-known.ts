import type { Upstream } from './upstream.ts';

const SHORTEST_MS = 1000;
const LONGEST_MS = 2000;
const SHARE = 0.2;

/**
 * Waits for servers of which nothing is known yet. One that is slow or dead does not keep the others: once some have
 * answered, the rest gets a fifth of the time that they took, which is a second at least and two at most.
 */
export async function firstKnown(upstreams: readonly Upstream[], startedAt: number, mostMs: number): Promise<void> {
  const end = performance.now() + mostMs;
  const open = new Set(upstreams.filter(({ isSettled }) => !isSettled));
  // Some may have answered before anybody asked for the list.
  const begun = Date.now() - (performance.now() - startedAt);
  let hasAnswered = upstreams.some(({ catalogue: { at } }) => at !== undefined && at.getTime() >= begun);
  while (open.size > 0) {
    const now = performance.now();
    const grace = Math.min(LONGEST_MS, Math.max(SHORTEST_MS, (now - startedAt) * SHARE));
    const ms = Math.min(end - now, hasAnswered ? grace : Number.POSITIVE_INFINITY);
    if (ms <= 0) return;
    const settled = await firstOf(open, ms);
    if (!settled) return;
    open.delete(settled);
    // A server that cannot be used says nothing about how long the others take.
    hasAnswered ||= settled.catalogue.at !== undefined;
  }
}

async function firstOf(open: ReadonlySet<Upstream>, ms: number): Promise<Upstream | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((done) => {
    timer = setTimeout(() => done(undefined), ms);
  });
  try {
    return await Promise.race([late, ...Array.from(open, async (upstream) => upstream.settled.then(() => upstream))]);
  } finally {
    clearTimeout(timer);
  }
}
