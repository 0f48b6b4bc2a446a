import type { Host } from '../../model/host.ts';
import type { Server } from '../../model/server.ts';
import { readTools } from '../../runtime/tools/listed-tool.ts';
import { serverTokens } from '../../runtime/tools/tokens.ts';
import { readListing } from '../../runtime/tools/tool-cache.ts';
import { keyValueCache } from '../../store/state/key-value-cache.ts';

/** Cached size of a server's tool list. */
export interface KnownTools {
  readonly tokens: number;
  readonly tools: number;
}

/** Returns a lookup of cached tool lists by definition, whichever client uses it. */
export function cachedToolSizes(host: Host): (name: string, server: Server) => Promise<KnownTools | undefined> {
  const cache = keyValueCache(host, 'tools', { outside: [host.cwd] });
  return async (name, server) => {
    const listing = await readListing(cache, { name, server }, 'tools').catch(() => undefined);
    if (!listing) return undefined;
    const { tools } = readTools(listing.items);
    return { tokens: serverTokens(tools, listing.info.instructions), tools: tools.length };
  };
}
