import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { SealedTexts } from '../gateway-state.ts';
import { asRecord } from './as-record.ts';
import type { Keys } from './keys.ts';
import type { RedisLink } from './redis-link.ts';

/** A replica that dies holds a lock no longer than this. Refreshing a token takes less. */
const LOCK_MS = 60_000;
const RETRY_MS = 50;
const UNLOCK_SCRIPT = `if redis.call('GET', KEYS[1]) == ARGV[1] then redis.call('DEL', KEYS[1]) end`;

export function redisSealed(link: RedisLink, keys: Keys): SealedTexts {
  const textOf = (reply: unknown): string | undefined => (typeof reply === 'string' ? reply : undefined);
  return {
    async put(name, text, ttlMs) {
      const key = keys.value('sealed', name);
      await link.send(key, ['SET', key, text, 'PX', String(ttlMs)]);
    },
    async read(name) {
      const key = keys.value('sealed', name);
      return textOf(await link.send(key, ['GET', key]));
    },
    async take(name) {
      const key = keys.value('sealed', name);
      return textOf(await link.send(key, ['GETDEL', key]));
    },
    async readGroup(group) {
      const key = keys.value('sign-ins', group);
      return asRecord(await link.send(key, ['HGETALL', key]));
    },
    async putInGroup(group, field, text) {
      const key = keys.value('sign-ins', group);
      await link.send(key, ['HSET', key, field, text]);
    },
    async removeFromGroup(group, field) {
      const key = keys.value('sign-ins', group);
      return (await link.send(key, ['HDEL', key, field])) === 1;
    },
    async exclusively(name, work) {
      const [key, owner] = [keys.value('lock', name), randomBytes(12).toString('hex')];
      while ((await link.send(key, ['SET', key, owner, 'NX', 'PX', String(LOCK_MS)])) === null) await pause(RETRY_MS);
      try {
        return await work();
      } finally {
        await link.send(key, ['EVAL', UNLOCK_SCRIPT, '1', key, owner]).catch(() => {});
      }
    },
  };
}
