import { randomBytes } from 'node:crypto';
import { isMap } from '../../../model/value.ts';
import type { BreakerStore, TaskRecord, TaskStore } from '../gateway-state.ts';
import { storedJson } from '../stored-json.ts';
import type { Keys } from './keys.ts';
import type { RedisLink } from './redis-link.ts';

export function redisTasks(link: RedisLink, keys: Keys): TaskStore {
  const find = async (name: string): Promise<TaskRecord | undefined> => {
    const key = keys.task(name);
    return readTask(await link.send(key, ['GET', key]));
  };
  return {
    find,
    async claim(name, task, ttlMs) {
      let own = name;
      for (let attempt = 0; attempt < CLAIMS; attempt += 1) {
        const key = keys.task(own);
        const before = await link.send(key, ['SET', key, JSON.stringify(task), 'NX', 'GET', 'PX', String(ttlMs)]);
        if (typeof before !== 'string' || isSame(readTask(before), task)) return own;
        own = `${name}-${randomBytes(6).toString('hex')}`;
      }
      throw new Error('No free task name was found.');
    },
  };
}

/** A random name is free, unless the store answers nonsense. */
const CLAIMS = 5;

function readTask(text: unknown): TaskRecord | undefined {
  const record = storedJson(text);
  if (!isMap(record)) return undefined;
  const { server, serverId, ...optional } = record;
  const { replica, session, owner } = optional;
  const isTask = typeof server === 'string' && typeof serverId === 'string';
  const hasTexts = [replica, session, owner].every((one) => one === undefined || typeof one === 'string');
  return isTask && hasTexts ? ({ server, serverId, replica, session, owner } as TaskRecord) : undefined;
}

function isSame(one: TaskRecord | undefined, other: TaskRecord): boolean {
  return one?.server === other.server && one.serverId === other.serverId && one.replica === other.replica;
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
