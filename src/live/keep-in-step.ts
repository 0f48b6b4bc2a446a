import { decisionsChanged } from './decisions-changed.ts';
import { bridged, enabled, isInUse } from './running-servers.ts';
import type { Runtime, RuntimeOptions } from './runtime.ts';
import { keepThroughMistakes, type ServerHere, type ServersHere } from './servers-here.ts';

interface Parts extends Pick<
  Runtime,
  'project' | 'clients' | 'manager' | 'tools' | 'approvals' | 'signIn' | 'pins' | 'failures' | 'mask'
> {
  readonly read: () => Promise<ServersHere>;
  readonly forgetValues: () => void;
  readonly onClosed: () => void;
}

/** Keeps connections and tools in step with what is configured and approved. */
export function keepInStep(parts: Parts, found: ServersHere): Runtime {
  const { read, forgetValues, onClosed, ...kept } = parts;
  const { manager, tools, pins, failures } = kept;
  const closing = new AbortController();
  const works = new Set<Promise<void>>();
  let here = found;
  let reads = 0;

  /** What is under way when everything is closed is waited for. */
  const tracked = async (work: () => Promise<void>): Promise<void> => {
    if (closing.signal.aborted) return;
    const working = work();
    works.add(working);
    await working.finally(() => works.delete(working));
  };

  const use = async (servers: readonly ServerHere[], verify?: RuntimeOptions['verify']): Promise<void> => {
    if (closing.signal.aborted) return;
    const replaced = manager.replace(enabled(servers));
    await tools.replace(bridged(manager), verify);
    await replaced;
  };

  const connect = async (names: readonly string[]): Promise<void> => {
    await Promise.allSettled(names.map(async (name) => manager.connections.get(name)?.connect()));
  };

  const closeSome = async (names: readonly string[]): Promise<void> => {
    await use(here.servers.filter(({ name }) => !names.includes(name)));
    await use(here.servers, 'none');
  };

  return {
    ...kept,
    get servers() {
      return here.servers;
    },
    get unusable() {
      return here.unusable;
    },
    get passedOver() {
      return here.passedOver;
    },
    get unread() {
      return here.unread;
    },
    get findings() {
      return here.findings;
    },
    get pinChanges() {
      return pins.changes;
    },
    closing: closing.signal,
    reload: async () =>
      tracked(async () => {
        reads += 1;
        const turn = reads;
        const now = await read();
        // Whoever began later has seen the files later.
        if (turn !== reads) return;
        here = keepThroughMistakes(here, now);
        const used = use(here.servers);
        const { forbidden, allowed } = await decisionsChanged(kept);
        if (forbidden.length > 0) await closeSome(forbidden);
        await Promise.all([used, connect(allowed)]);
      }),
    restart: async (names = here.servers.map(({ name }) => name)) =>
      tracked(async () => {
        forgetValues();
        const again = names.filter((name) => isInUse(manager.connections.get(name)));
        await closeSome(names);
        await connect(again);
      }),
    stop: async (names) =>
      tracked(async () => {
        const closed = use(here.servers.filter(({ name }) => !names.includes(name)));
        // They are there again at once, however long the old ones take to end. Asking for their tools would start them.
        await Promise.all([closed, use(here.servers, 'none')]);
      }),
    async close() {
      closing.abort();
      tools.close();
      // Also those that are just being closed for another reason.
      await Promise.allSettled([manager.replace([]), ...works]);
      await manager.close();
      await Promise.all([pins.settled(), failures.settled()]);
      onClosed();
    },
  };
}
