import { readOrigins } from '../../discovery/origin-of.ts';
import type { ListedServer } from '../../manage/listed-server.ts';
import type { Host } from '../../model/host.ts';
import { readTools } from '../../runtime/tools/listed-tool.ts';
import { comparePins, incomparable, isSame, type PinDifference } from '../../runtime/tools/pins/compare-pins.ts';
import { pinsOf, readPins } from '../../runtime/tools/pins/pins.ts';
import { readListing } from '../../runtime/tools/tool-cache.ts';
import type { ServerToRun } from '../../runtime/types.ts';
import { keyValueCache } from '../../store/state/key-value-cache.ts';
import { pinFiles } from '../../store/state/pin-files.ts';
import { territoryOf } from '../../trust/territory.ts';
import type { PinChange } from './tool-pins.ts';

/** Active servers whose last listed tools differ from the approved ones. Starts no server. */
export async function changedSinceAccepted(host: Host, servers: readonly ListedServer[]): Promise<PinChange[]> {
  const originOf = await readOrigins(host).catch(() => undefined);
  if (!originOf) return [];
  const found = new Map<string, Promise<PinDifference | undefined>>();
  for (const { name, server, state, ...standing } of servers)
    if (state === 'active' && !found.has(name))
      found.set(name, differenceOf({ name, server, origin: originOf(standing, server) }, host));
  const changes = await Promise.all(Array.from(found, async ([server, one]) => ({ server, difference: await one })));
  return changes.flatMap(({ server, difference }) => (difference ? [{ server, difference }] : []));
}

async function differenceOf(toRun: ServerToRun, host: Host): Promise<PinDifference | undefined> {
  const outside = territoryOf(host.cwd, host.home);
  const listing = await readListing(keyValueCache(host, 'tools', { outside }), toRun, 'tools');
  if (!listing) return undefined;
  const { tools } = readTools(listing.items);
  try {
    const accepted = await readPins(pinFiles(host, outside), toRun);
    const difference = accepted && comparePins(accepted, pinsOf(tools, listing.info.instructions));
    return difference && !isSame(difference) ? difference : undefined;
  } catch {
    return incomparable(tools.map(({ name }) => name));
  }
}
