import type { EventStore, SessionStore, StoredEvent } from '../gateway-state.ts';
import { asRecord } from './as-record.ts';
import type { Keys } from './keys.ts';
import type { RedisLink } from './redis-link.ts';

const ENDED = 'ended';
const END_SCRIPT = `redis.call('DEL', KEYS[1], KEYS[2])
redis.call('HSET', KEYS[1], '${ENDED}', '1')
redis.call('PEXPIRE', KEYS[1], ARGV[1])`;
/** A change must not revive a session that its client ended. */
const CHANGE_SCRIPT = `if redis.call('HEXISTS', KEYS[1], '${ENDED}') == 1 then return 0 end
local sets = tonumber(ARGV[2])
for i = 3, 2 + 2 * sets, 2 do redis.call('HSET', KEYS[1], ARGV[i], ARGV[i + 1]) end
for i = 3 + 2 * sets, #ARGV do redis.call('HDEL', KEYS[1], ARGV[i]) end
redis.call('PEXPIRE', KEYS[1], ARGV[1])
return 1`;

export function redisSessions(link: RedisLink, keys: Keys): SessionStore {
  return {
    async read(id) {
      const key = keys.session(id);
      const fields = asRecord(await link.send(key, ['HGETALL', key]));
      if (fields[ENDED] !== undefined) return 'ended';
      return Object.keys(fields).length === 0 ? undefined : fields;
    },
    async change(id, { set = {}, remove = [] }, ttlMs) {
      const key = keys.session(id);
      const pairs = Object.entries(set);
      const values = [String(ttlMs), String(pairs.length), ...pairs.flat(), ...remove];
      await link.send(key, ['EVAL', CHANGE_SCRIPT, '1', key, ...values]);
    },
    async touch(id, ttlMs) {
      const key = keys.session(id);
      await link.send(key, ['PEXPIRE', key, String(ttlMs)]);
    },
    async end(id, ttlMs) {
      const key = keys.session(id);
      await link.send(key, ['EVAL', END_SCRIPT, '2', key, keys.events(id), String(ttlMs)]);
    },
  };
}

export function redisEvents(link: RedisLink, keys: Keys, most: { events: number; ttlMs: number }): EventStore {
  return {
    append(session, { stream, number, text, ids }) {
      const key = keys.events(session);
      const fields = [
        'stream',
        stream,
        'number',
        String(number),
        'text',
        text,
        ...(ids === undefined ? [] : ['ids', ids]),
      ];
      // Without the store, only a resumption at another replica is lost.
      link.send(key, ['XADD', key, 'MAXLEN', '~', String(most.events), '*', ...fields]).catch(() => {});
      link.send(key, ['PEXPIRE', key, String(most.ttlMs)]).catch(() => {});
    },
    async read(session) {
      const key = keys.events(session);
      const entries = (await link.send(key, ['XRANGE', key, '-', '+'])) as [string, unknown][];
      return entries.map(([, fields]) => eventOf(asRecord(fields)));
    },
  };
}

function eventOf({ stream = '', number, text = '', ids }: Record<string, string>): StoredEvent {
  return { stream, number: Number(number), text, ...(ids !== undefined && { ids }) };
}
