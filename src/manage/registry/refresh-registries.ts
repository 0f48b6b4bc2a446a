import type { Host } from '../../model/host.ts';
import { type RegistryAccess, withIndex } from './open-registry.ts';
import { registrySources } from './registry-sources.ts';
import type { SearchedRegistry } from './search-registry.ts';

/** Fills the indexes of the registries, or asks for changes. Throws if a registry without an index cannot be read. */
export async function refreshRegistries(
  host: Host,
  request: RegistryAccess & { readonly registries?: readonly string[] } = {},
): Promise<SearchedRegistry[]> {
  const refreshed: SearchedRegistry[] = [];
  for (const { address, ...source } of await registrySources(host, request.registries)) {
    const access = { ...request, refresh: true };
    const report = await withIndex(host, { ...source, address }, access, async ({ index, problem }) => ({
      registry: address,
      servers: index.servers,
      ...(index.checkedAt !== undefined && { checkedAt: index.checkedAt }),
      ...(problem !== undefined && { problem }),
    }));
    refreshed.push(report);
  }
  return refreshed;
}
