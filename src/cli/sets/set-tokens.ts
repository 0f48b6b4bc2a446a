import { toolsKnownHere } from '../../live/known-tokens.ts';
import type { Host } from '../../model/host.ts';
import type { ConfigSet } from '../../sets/config-set.ts';

/** Beyond that, looking everything up would keep somebody waiting. */
const MOST_SETS = 200;

/** What the tools of each set cost of a context, for sets whose servers have all been asked before. */
export async function tokensOfSets(host: Host, sets: readonly ConfigSet[]): Promise<ReadonlyMap<string, number>> {
  const known = new Map<string, number>();
  if (sets.length > MOST_SETS) return known;
  const toolsOf = toolsKnownHere(host);
  for (const { name, servers } of sets) {
    const found = await Promise.all(Object.entries(servers).map(([key, server]) => toolsOf(key, server)));
    const costs = found.flatMap((one) => (one ? [one.tokens] : []));
    if (costs.length > 0 && costs.length === found.length)
      known.set(
        name,
        costs.reduce((sum, cost) => sum + cost, 0),
      );
  }
  return known;
}
