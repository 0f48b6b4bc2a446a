import type { Bus, BusMessage } from '../gateway-state.ts';
import type { Keys } from './keys.ts';
import type { RedisLink } from './redis-link.ts';

/** The channel that all replicas listen on. */
export const ALL = 'all';

export interface RedisBus extends Bus {
  /** Called with each text that arrives. */
  receive(text: string): void;
}

export function redisBus(link: () => RedisLink, keys: Keys, replica: string): RedisBus {
  const listeners = new Set<(message: BusMessage) => void>();
  const textOf = (message: BusMessage): string => JSON.stringify({ ...message, from: replica });
  return {
    send: async (to, message) => (await link().publish(keys.channel(to), textOf(message))) > 0,
    broadcast: async (message) => void (await link().publish(keys.channel(ALL), textOf(message))),
    listen(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    receive(text) {
      const message = readMessage(text);
      if (!message || message.from === replica) return;
      for (const listener of listeners) listener(message);
    },
  };
}

/** Other programs may use the same store. */
function readMessage(text: string): BusMessage | undefined {
  try {
    const message = JSON.parse(text) as BusMessage | null;
    return typeof message?.kind === 'string' ? message : undefined;
  } catch {
    return undefined;
  }
}
