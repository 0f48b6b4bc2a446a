import type { Host } from '../../model/host.ts';
import { readTools } from '../../runtime/tools/listed-tool.ts';
import { serverTokens } from '../../runtime/tools/tokens.ts';
import { readListing } from '../../runtime/tools/tool-cache.ts';
import type { ConfigSet } from '../../sets/config-set.ts';
import { keyValueCache } from '../../store/key-value-cache.ts';

/** Beyond that, looking everything up would keep somebody waiting. */
const MOST_SETS = 200;

/** What the tools of each set cost of a context, for sets whose servers have all been asked before. */
export async function tokensOfSets(host: Host, sets: readonly ConfigSet[]): Promise<ReadonlyMap<string, number>> {
  const known = new Map<string, number>();
  if (sets.length > MOST_SETS) return known;
  const cache = keyValueCache(host, 'tools', { outside: [host.cwd] });
  for (const { name, servers } of sets) {
    const costs = await Promise.all(
      Object.entries(servers).map(async ([key, server]) => {
        const listing = await readListing(cache, { name: key, server }, 'tools').catch(() => undefined);
        return listing && serverTokens(readTools(listing.items).tools, listing.info.instructions);
      }),
    );
    const all = costs.filter((cost) => cost !== undefined);
    if (all.length > 0 && all.length === costs.length)
      known.set(
        name,
        all.reduce((sum, cost) => sum + cost, 0),
      );
  }
  return known;
}
