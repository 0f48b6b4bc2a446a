import type { KeyValueCache } from '../../../runtime/types.ts';
import { BoundedMap } from '../../bounded-map.ts';
import { type GatewayState, type ValueKind, ValueRace } from '../gateway-state.ts';
import { storedJson } from '../stored-json.ts';
import type { Keys } from './keys.ts';
import { type RedisLink, StateUnreachable } from './redis-link.ts';

const DAY_MS = 24 * 3_600_000;
/** Accepted tools must not be forgotten: they would be accepted again as new ones. A read renews the time. */
const lifetimes: Record<ValueKind, number> = { pins: 365 * DAY_MS, lists: 7 * DAY_MS, failures: 120_000 };
const MAX_KNOWN = 10_000;

/** Values that all replicas share. */
export function redisValues(link: RedisLink, keys: Keys): GatewayState['values'] {
  return (kind, local) =>
    kind === 'pins' ? pinValues(link, keys, local) : cachedValues(link, (key) => keys.value(kind, key), kind, local);
}

/** Pins: never guessed. Without the store, what this replica read before is still accepted and nothing else is. */
function pinValues(link: RedisLink, keys: Keys, local: KeyValueCache): KeyValueCache {
  const known = new BoundedMap<string, unknown>(MAX_KNOWN);
  const ttl = String(lifetimes.pins);
  const parse = (text: unknown): unknown => (typeof text === 'string' ? JSON.parse(text) : undefined);
  const fetched = async (key: string): Promise<unknown> => {
    const name = keys.value('pins', key);
    const stored = parse(await link.send(name, ['GETEX', name, 'PX', ttl]));
    if (stored !== undefined) return stored;
    // A store that lost its data gets back what this replica read before, so that changed tools stay withheld. The pins
    // of this machine count until there are shared ones.
    const own = known.get(key) ?? (await local.read(key));
    if (own === undefined) return undefined;
    const first = await link.send(name, ['SET', name, JSON.stringify(own), 'NX', 'GET', 'PX', ttl]);
    return parse(first) ?? own;
  };
  return {
    async read(key) {
      try {
        const value = await fetched(key);
        known.set(key, value);
        return value;
      } catch (error) {
        if (link.isReachable || !known.has(key)) throw error;
        return known.get(key);
      }
    },
    async write(key, value) {
      const name = keys.value('pins', key);
      const isFirst = known.get(key) === undefined;
      const reply = await link.send(name, ['SET', name, JSON.stringify(value), 'PX', ttl, ...(isFirst ? ['NX'] : [])]);
      if (isFirst && reply === null) throw new ValueRace('Another replica pinned these tools first.');
      known.set(key, value);
    },
  };
}

/** Caches: the values of this machine serve while the store cannot be reached. */
function cachedValues(
  link: RedisLink,
  nameOf: (key: string) => string,
  kind: ValueKind,
  local: KeyValueCache,
): KeyValueCache {
  return {
    async read(key) {
      const name = nameOf(key);
      const text = await link.send(name, ['GET', name]).catch(() => undefined);
      return storedJson(text) ?? local.read(key);
    },
    async write(key, value) {
      const name = nameOf(key);
      await local.write(key, value);
      await link.send(name, ['SET', name, JSON.stringify(value), 'PX', String(lifetimes[kind])]).catch(ifUnreachable);
    },
  };
}

function ifUnreachable(error: unknown): void {
  if (!(error instanceof StateUnreachable)) throw error;
}
