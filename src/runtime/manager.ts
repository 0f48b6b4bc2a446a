import { isDeepStrictEqual } from 'node:util';
import { connectionServices, type ServiceOptions } from './connect/session/connection-services.ts';
import { createWatchdog } from './connect/session/watchdog.ts';
import { Connection } from './connection.ts';
import type { ServerToRun } from './types.ts';

export interface ManagerOptions extends ServiceOptions {
  readonly servers: readonly ServerToRun[];
}

export interface Manager {
  readonly connections: ReadonlyMap<string, Connection>;
  /** Settles when every server has connected or failed; never rejects because of one server. */
  connectAll(signal?: AbortSignal): Promise<void>;
  /** Replaces the servers: unchanged ones stay connected, removed ones are closed, changed ones restart. */
  replace(servers: readonly ServerToRun[]): Promise<void>;
  /** Closes all connections and stops the watchdog. */
  close(): Promise<void>;
  onChange(listener: (connection: Connection) => void): () => void;
}

/** One connection per enabled server. Nothing is started before it is needed. */
export function createManager(options: ManagerOptions): Manager {
  const watchdog = createWatchdog(options.platform);
  const services = connectionServices(options, watchdog);
  const listeners = new Set<(connection: Connection) => void>();
  const connections = new Map<string, Connection>();
  /** Replaced connections that are still closing. */
  const closing = new Set<Promise<unknown>>();

  const add = (toRun: ServerToRun): Connection => {
    const connection = new Connection(toRun, services);
    connection.onChange(() => {
      for (const listener of listeners) listener(connection);
    });
    connections.set(toRun.name, connection);
    return connection;
  };

  const track = async (work: Promise<unknown>): Promise<void> => {
    closing.add(work);
    await work.finally(() => closing.delete(work));
  };

  for (const toRun of enabled(options.servers)) add(toRun);
  return {
    connections,
    async connectAll(signal) {
      await Promise.allSettled(Array.from(connections.values(), (connection) => connection.connect(signal)));
    },
    async replace(servers) {
      const wanted = new Map(enabled(servers).map((toRun) => [toRun.name, toRun]));
      const outdated = [...connections.values()].filter(
        ({ name, toRun }) => !isDeepStrictEqual(toRun, wanted.get(name)),
      );
      const used = new Set(outdated.filter(isInUse).map(({ name }) => name));
      for (const { name } of outdated) connections.delete(name);
      const added = [...wanted.values()].filter(({ name }) => !connections.has(name)).map(add);
      await track(Promise.all(outdated.map((connection) => connection.close())));
      const again = added.filter(({ name }) => used.has(name));
      await Promise.allSettled(again.map((connection) => connection.connect()));
    },
    async close() {
      await Promise.all([...Array.from(connections.values(), (connection) => connection.close()), ...closing]);
      await watchdog.end();
    },
    onChange(listener) {
      const own = (connection: Connection): void => listener(connection);
      listeners.add(own);
      return () => void listeners.delete(own);
    },
  };
}

/** If a name is repeated, the last one wins, as in a map. */
function enabled(servers: readonly ServerToRun[]): ServerToRun[] {
  return servers.filter(({ server }) => server.disabled !== true);
}

function isInUse({ state }: Connection): boolean {
  return state.name === 'ready' || state.name === 'connecting' || state.name === 'backoff';
}
