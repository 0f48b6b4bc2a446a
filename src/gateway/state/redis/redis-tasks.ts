import { randomBytes } from 'node:crypto';
import type { BreakerStore, TaskRecord, TaskStore } from '../gateway-state.ts';
import type { Keys } from './keys.ts';
import type { RedisLink } from './redis-link.ts';

export function redisTasks(link: RedisLink, keys: Keys): TaskStore {
  const find = async (name: string): Promise<TaskRecord | undefined> => {
    const key = keys.task(name);
    const text = await link.send(key, ['GET', key]);
    return typeof text === 'string' ? (JSON.parse(text) as TaskRecord) : undefined;
  };
  return {
    find,
    async claim(name, task, ttlMs) {
      for (let own = name; ; own = `${name}-${randomBytes(6).toString('hex')}`) {
        const key = keys.task(own);
        const before = await link.send(key, ['SET', key, JSON.stringify(task), 'NX', 'GET', 'PX', String(ttlMs)]);
        if (typeof before !== 'string' || isSame(JSON.parse(before) as TaskRecord, task)) return own;
      }
    },
  };
}

function isSame(one: TaskRecord, other: TaskRecord): boolean {
  return one.server === other.server && one.serverId === other.serverId && one.replica === other.replica;
}

const FAILURES = 5;
const WITHIN_MS = 60_000;
/** After this time one replica may try; the others wait for its result. */
const PROBE_MS = 10_000;

const IS_OPEN_SCRIPT = `local failures = tonumber(redis.call('HGET', KEYS[1], 'failures') or '0')
if failures < ${FAILURES} then return 0 end
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
if now < tonumber(redis.call('HGET', KEYS[1], 'until') or '0') then return 1 end
redis.call('HSET', KEYS[1], 'until', now + ${PROBE_MS})
return 0`;
const FAILED_SCRIPT = `local time = redis.call('TIME')
redis.call('HINCRBY', KEYS[1], 'failures', 1)
redis.call('HSET', KEYS[1], 'until', time[1] * 1000 + math.floor(time[2] / 1000) + ${PROBE_MS})
redis.call('PEXPIRE', KEYS[1], ${WITHIN_MS})`;

/** Counts failed connections of all replicas: together they must not hammer a server that is down. */
export function redisBreakers(link: RedisLink, keys: Keys): BreakerStore {
  const run = async (server: string, script: string): Promise<unknown> => {
    const key = keys.breaker(server);
    return link.send(key, ['EVAL', script, '1', key]);
  };
  return {
    failed: async (server) => void (await run(server, FAILED_SCRIPT)),
    async succeeded(server) {
      const key = keys.breaker(server);
      await link.send(key, ['DEL', key]);
    },
    isOpen: async (server) => (await run(server, IS_OPEN_SCRIPT)) === 1,
  };
}
