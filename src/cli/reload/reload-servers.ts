import type { ServerHere } from '../../live/servers-here.ts';
import { comparePins, type PinDifference } from '../../runtime/tools/pins/compare-pins.ts';
import { type Pins, pinsOf } from '../../runtime/tools/pins/pins.ts';
import type { ServerTools } from '../../runtime/tools/server-tools.ts';
import { listTools } from '../runtime/list-tools.ts';
import type { Obstacle } from '../runtime/obstacle.ts';
import type { Use } from '../runtime/with-runtime.ts';

/** The result of reconnecting to a server. */
export interface Reloaded {
  readonly server: ServerHere;
  readonly tools?: number;
  /** The difference from the last known tools; absent if there were none. */
  readonly difference?: PinDifference;
  /** The difference from the accepted tools, which may be older. */
  readonly unaccepted?: PinDifference;
  /** Whether `unaccepted` has just been accepted. */
  readonly accepted?: boolean;
  readonly obstacle?: Obstacle;
}

/** Lists the tools of all servers concurrently. The cached tools of a server that does not respond are kept. */
export async function reloadServers(servers: readonly ServerHere[], accept: boolean, use: Use): Promise<Reloaded[]> {
  const { runtime } = use;
  const before = new Map(servers.map(({ name }) => [name, pinsNow(runtime.tools.servers.get(name), use)]));
  const lists = await listTools(servers, { anew: true, once: true }, use);
  return Promise.all(
    lists.map(async ({ server, from, obstacle }): Promise<Reloaded> => {
      const { name } = server;
      const [old, now] = [before.get(name), pinsNow(from, use)];
      if (obstacle || !now) return { server, ...(obstacle && { obstacle }) };
      const difference = old && comparePins(old, now);
      const unaccepted = runtime.pinChanges.find((change) => change.server === name)?.difference;
      if (unaccepted && accept) await runtime.pins.accept(name);
      return {
        server,
        tools: now.tools.length,
        ...(difference && { difference }),
        ...(unaccepted && { unaccepted, accepted: accept }),
      };
    }),
  );
}

function pinsNow(from: ServerTools | undefined, { runtime }: Use): Pins | undefined {
  return from?.listing && pinsOf(from.tools, from.listing.info.instructions, runtime.mask);
}
