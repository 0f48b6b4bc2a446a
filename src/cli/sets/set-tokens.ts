import { cachedToolSizes } from '../../live/tools/cached-tool-sizes.ts';
import type { Host } from '../../model/host.ts';
import type { ConfigSet } from '../../sets/config-set.ts';

/** With more sets, the lookup would take noticeable time. */
const MAX_SETS = 200;

/** Token cost of each set, for sets whose servers all have cached tools. */
export async function tokensOfSets(host: Host, sets: readonly ConfigSet[]): Promise<ReadonlyMap<string, number>> {
  const known = new Map<string, number>();
  if (sets.length > MAX_SETS) return known;
  const toolsOf = cachedToolSizes(host);
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
