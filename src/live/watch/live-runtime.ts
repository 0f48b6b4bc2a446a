import type { Connection } from '../../runtime/connection.ts';
import { bridged, enabled, isInUse } from '../running-servers.ts';
import type { RuntimeServices } from '../runtime-services.ts';
import type { Runtime, RuntimeOptions } from '../runtime.ts';
import { mergeReload, type ServerHere, type ServersHere } from '../servers-here.ts';

interface Parts extends Pick<
  Runtime,
  'project' | 'clients' | 'manager' | 'tools' | 'approvals' | 'refusal' | 'signIn' | 'pins' | 'failures' | 'mask'
> {
  readonly permission: RuntimeServices['permission'];
  readonly read: () => Promise<ServersHere>;
  readonly forgetValues: () => void;
  readonly onClosed: () => void;
}

/** Creates a runtime that keeps connections and tools in sync with configuration and approvals. */
export function createLiveRuntime(parts: Parts, found: ServersHere): Runtime {
  const { read, permission, forgetValues, onClosed, ...kept } = parts;
  const { manager, tools, pins, failures } = kept;
  const closing = new AbortController();
  const inProgress = new Set<Promise<void>>();
  let here = found;
  let reads = 0;

  /** Tracks work in progress, so `close` can wait for it. */
  const track = async (work: () => Promise<void>): Promise<void> => {
    if (closing.signal.aborted) return;
    const working = work();
    inProgress.add(working);
    await working.finally(() => inProgress.delete(working));
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
    get issues() {
      return here.issues;
    },
    get pinChanges() {
      return pins.changes;
    },
    closing: closing.signal,
    reload: async () =>
      track(async () => {
        reads += 1;
        const turn = reads;
        const now = await read();
        // A reload that started later has read newer files.
        if (turn !== reads) return;
        here = mergeReload(here, now);
        const used = use(here.servers);
        const { forbidden, allowed } = await changedPermissions(manager, permission);
        if (forbidden.length > 0) await closeSome(forbidden);
        await Promise.all([used, connect(allowed)]);
      }),
    restart: async (names = here.servers.map(({ name }) => name)) =>
      track(async () => {
        forgetValues();
        const again = names.filter((name) => isInUse(manager.connections.get(name)));
        await closeSome(names);
        await connect(again);
      }),
    stop: async (names) =>
      track(async () => {
        const closed = use(here.servers.filter(({ name }) => !names.includes(name)));
        // The servers are available again at once, without waiting for the old processes to exit. Listing their tools
        // would start them.
        await Promise.all([closed, use(here.servers, 'none')]);
      }),
    async close() {
      closing.abort();
      tools.close();
      // Includes servers that are already being closed.
      await Promise.allSettled([manager.replace([]), ...inProgress]);
      await manager.close();
      await Promise.all([pins.settled(), failures.settled()]);
      onClosed();
    },
  };
}

/** Running servers that an approval or a policy no longer allows, and servers that are allowed since they were refused. */
async function changedPermissions(
  manager: Runtime['manager'],
  permission: Parts['permission'],
): Promise<{ forbidden: string[]; allowed: string[] }> {
  const connections = [...manager.connections.values()];
  const permissions = await Promise.all(
    connections.map(async ({ toRun }) => permission(toRun).catch(() => 'denied' as const)),
  );
  const names = (isMatch: (connection: Connection, isApproved: boolean) => boolean): string[] =>
    connections.filter((one, index) => isMatch(one, permissions[index] === 'approved')).map(({ name }) => name);
  return {
    forbidden: names((connection, isApproved) => isInUse(connection) && !isApproved),
    allowed: names((connection, isApproved) => isRefused(connection) && isApproved),
  };
}

function isRefused({ state }: Connection): boolean {
  return state.name === 'needs-approval' || (state.name === 'failed' && state.failure.kind === 'denied');
}
