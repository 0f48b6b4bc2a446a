import { createClient, createCluster, createSentinel } from '@redis/client';
import type { RedisTarget } from './redis-url.ts';

/** One connection to the store, whatever its topology. It is replaced as a whole when it fails. */
export interface RedisConnection {
  /** `key` decides which node of a cluster gets the command. */
  send(key: string, args: string[]): Promise<unknown>;
  /** Resolves to the number of subscribers that got it. */
  publish(channel: string, text: string): Promise<number>;
  subscribe(channel: string, listener: (text: string) => void): Promise<void>;
  close(): void;
}

const CONNECT_MS = 3000;

/** Connects, or rejects. `onLost` is called at most once, if the connection is lost afterwards. */
export async function connectRedis(target: RedisTarget, onLost: (reason: unknown) => void): Promise<RedisConnection> {
  let isOpen = false;
  const lost = (reason: unknown): void => {
    if (isOpen) onLost(reason);
    isOpen = false;
  };
  const open = target.kind === 'single' ? openSingle : target.kind === 'sentinel' ? openSentinel : openCluster;
  const connection = await open(target, lost);
  isOpen = true;
  return {
    ...connection,
    close() {
      isOpen = false;
      connection.close();
    },
  };
}

type Open = (target: RedisTarget, lost: (reason: unknown) => void) => Promise<RedisConnection>;

const openSingle: Open = async (target, lost) => {
  const [{ host, port } = { host: '', port: 0 }] = target.nodes;
  const client = createClient({
    ...common(target),
    socket: { ...socketOf(target), host, port, reconnectStrategy: false },
    database: target.database,
  });
  const subscriber = client.duplicate();
  for (const one of [client, subscriber]) one.on('error', lost).on('end', () => lost(new Error('closed')));
  const close = (): void => {
    for (const one of [client, subscriber]) if (one.isOpen) one.destroy();
  };
  await orClose(Promise.all([client.connect(), subscriber.connect()]), close);
  return {
    send: async (_key, args) => client.sendCommand(args),
    publish: async (channel, text) => Number(await client.sendCommand(['PUBLISH', channel, text])),
    subscribe: async (channel, listener) => subscriber.subscribe(channel, listener),
    close,
  };
};

const openSentinel: Open = async (target, lost) => {
  const client = createSentinel({
    name: target.primary,
    sentinelRootNodes: target.nodes.map((node) => ({ ...node })),
    nodeClientOptions: { ...common(target), socket: socketOf(target), database: target.database },
    ...(target.tls && { sentinelClientOptions: { socket: socketOf(target) } }),
    scanInterval: 1000,
  });
  client.on('error', lost);
  const close = (): void => void (client.isOpen && client.destroy());
  await orClose(client.connect(), close);
  return {
    send: async (_key, args) => client.sendCommand(false, args),
    publish: async (channel, text) => Number(await client.sendCommand(false, ['PUBLISH', channel, text])),
    subscribe: async (channel, listener) => client.subscribe(channel, listener),
    close,
  };
};

/** Uses sharded channels, because only their publisher learns whether there was a subscriber. */
const openCluster: Open = async (target, lost) => {
  const client = createCluster({
    rootNodes: target.nodes.map(({ host, port }) => ({ socket: { ...socketOf(target), host, port } })),
    defaults: { ...common(target), socket: socketOf(target) },
  });
  client.on('error', lost);
  const close = (): void => void (client.isOpen && client.destroy());
  await orClose(client.connect(), close);
  return {
    send: async (key, args) => client.sendCommand(key, false, args),
    publish: async (channel, text) => Number(await client.sendCommand(channel, false, ['SPUBLISH', channel, text])),
    subscribe: async (channel, listener) => client.sSubscribe(channel, listener),
    close,
  };
};

async function orClose(connecting: Promise<unknown>, close: () => void): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_done, fail) => {
    timer = setTimeout(() => fail(new Error(`no connection within ${CONNECT_MS} ms`)), CONNECT_MS);
  });
  try {
    await Promise.race([connecting, late]);
  } catch (error) {
    connecting.catch(() => {});
    close();
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

function common({ username, password }: RedisTarget): {
  username?: string;
  password?: string;
  name: string;
  disableOfflineQueue: true;
} {
  return {
    ...(username !== undefined && { username }),
    ...(password !== undefined && { password }),
    name: 'plugboard',
    // A command that cannot be sent now fails now: requests must not wait for the store.
    disableOfflineQueue: true,
  };
}

function socketOf({ tls }: RedisTarget): { connectTimeout: number; tls?: true } {
  return { connectTimeout: CONNECT_MS, ...(tls && { tls: true }) };
}
