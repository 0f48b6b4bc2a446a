import {
  isNamedToken,
  type NamedToken,
  type TokenStore,
  TokensUnavailable,
  tokenUsesIn,
} from '../../../model/named-token.ts';
import { readView } from '../../catalog/view-text.ts';
import type { Bus } from '../gateway-state.ts';
import { asRecord } from './as-record.ts';
import type { Keys } from './keys.ts';
import type { RedisLink } from './redis-link.ts';

/** Kind of the message that is sent after a change. */
const CHANGED = 'tokens';
/** A message may be lost while a cluster or Sentinel moves, so the tokens are also read without one. */
const READ_MS = 5000;

const REMOVE_SCRIPT = `redis.call('HDEL', KEYS[2], ARGV[1])
return redis.call('HDEL', KEYS[1], ARGV[1])`;
/** The latest use at any replica; ISO 8601 times sort as text. */
const USES_SCRIPT = `for i = 1, #ARGV, 2 do
  if redis.call('HEXISTS', KEYS[1], ARGV[i]) == 1 and (redis.call('HGET', KEYS[2], ARGV[i]) or '') < ARGV[i + 1] then
    redis.call('HSET', KEYS[2], ARGV[i], ARGV[i + 1])
  end
end`;

/** Named tokens that all replicas accept. They never expire from the store, and only hashes of them are in it. */
export function redisTokens(link: RedisLink, keys: Keys, bus: Bus): TokenStore {
  const { tokens: key, tokenUses: uses } = keys;
  const send = async (...words: string[]): Promise<unknown> => {
    try {
      return await link.send(key, words);
    } catch (error) {
      // Any other refusal passes: a store that is loading, a replica that became read-only, or a cluster that moves.
      if (String(error).includes('WRONGTYPE')) throw error;
      throw new TokensUnavailable('The shared state cannot be reached.', { cause: error });
    }
  };
  const announced = async <T>(result: T): Promise<T> => {
    await bus.broadcast({ kind: CHANGED });
    return result;
  };
  return {
    async list() {
      const records = Object.entries(asRecord(await send('HGETALL', key)));
      // A damaged record grants nothing and must not lock out the holders of others.
      return records.map(([name, text]) => tokenIn(name, text)).filter((token) => token !== undefined);
    },
    async add(token) {
      const isNew = (await send('HSETNX', key, token.name, JSON.stringify(token))) === 1;
      return isNew ? announced(true) : false;
    },
    async remove(name) {
      const isGone = (await send('EVAL', REMOVE_SCRIPT, '2', key, uses, name)) === 1;
      return isGone ? announced(true) : false;
    },
    lastUses: async () => tokenUsesIn(Object.entries(asRecord(await send('HGETALL', uses)))),
    async noteUses(times) {
      const pairs = [...times].flatMap(([name, time]) => [name, time.toISOString()]);
      await send('EVAL', USES_SCRIPT, '2', key, uses, ...pairs);
    },
    follow(onChange) {
      const timer = setInterval(onChange, READ_MS).unref();
      const stops = [
        bus.listen(({ kind }) => kind === CHANGED && onChange()),
        // Messages were missed in the meantime.
        link.onReachable(onChange),
      ];
      return () => {
        clearInterval(timer);
        for (const stop of stops) stop();
      };
    },
  };
}

function tokenIn(name: string, text: string): NamedToken | undefined {
  try {
    const token: unknown = JSON.parse(text);
    if (!isNamedToken(token) || token.name !== name) return undefined;
    if (token.view !== undefined) readView(token.view);
    return token;
  } catch {
    return undefined;
  }
}
