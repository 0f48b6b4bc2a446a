import { createHash } from 'node:crypto';
import { BoundedMap } from '../../bounded-map.ts';
import type { GatewayState, Rate } from '../gateway-state.ts';
import { localLimits } from '../memory-state.ts';
import type { Keys } from './keys.ts';
import type { RedisLink } from './redis-link.ts';

/**
 * A token bucket. Time is that of the store, so replicas with different clocks agree. Takes up to as many tokens as
 * asked for, and returns how many, or minus the milliseconds to wait. A full bucket need not be stored, so it expires.
 */
const SCRIPT = `
local perMs, burst, wanted = tonumber(ARGV[1]) / 1000, tonumber(ARGV[2]), tonumber(ARGV[3])
local time = redis.call('TIME')
local now = time[1] * 1000 + time[2] / 1000
local left, before = unpack(redis.call('HMGET', KEYS[1], 'left', 'at'))
left = math.min(burst, (tonumber(left) or burst) + math.max(0, now - (tonumber(before) or now)) * perMs)
local taken = math.min(wanted, math.floor(left))
local reply = taken
if taken < 1 then reply = -math.ceil((1 - left) / perMs) else left = left - taken end
redis.call('HSET', KEYS[1], 'left', tostring(left), 'at', string.format('%.3f', now))
redis.call('PEXPIRE', KEYS[1], math.ceil((burst - left) / perMs) + 1000)
return reply`;

const HASH = createHash('sha1').update(SCRIPT).digest('hex');

const MAX_SUBJECTS = 10_000;
/** Tokens that a replica took and did not use are lost after this time. */
const LEASE_MS = 1000;

/** Tokens that this replica has taken in advance. */
interface Lease {
  left: number;
  until: number;
  taking: Promise<number> | undefined;
}

/**
 * Buckets that all replicas share. With high rates, a replica takes the tokens of 10 ms at once; together they never
 * exceed the rate. While the store cannot be reached, each replica limits by itself.
 */
export function redisLimits(link: RedisLink, keys: Keys): GatewayState['take'] {
  const alone = localLimits();
  const leases = new BoundedMap<string, Lease>(MAX_SUBJECTS);
  return (subject, rate) => {
    if (!link.isReachable) return alone(subject, rate);
    const lease = leases.get(subject) ?? { left: 0, until: 0, taking: undefined };
    if (lease.left > 0 && performance.now() < lease.until) {
      lease.left -= 1;
      return 0;
    }
    leases.set(subject, lease);
    return fromStore(subject, rate, lease);
  };

  async function fromStore(subject: string, rate: Rate, lease: Lease): Promise<number> {
    try {
      for (;;) {
        if (lease.left > 0 && performance.now() < lease.until) {
          lease.left -= 1;
          return 0;
        }
        lease.taking ??= renew(subject, rate, lease);
        const waitMs = await lease.taking;
        if (waitMs > 0) return Math.ceil(waitMs / 1000);
      }
    } catch {
      return alone(subject, rate);
    }
  }

  /** Resolves to 0, or to the milliseconds to wait. */
  async function renew(subject: string, { perSecond, burst }: Rate, lease: Lease): Promise<number> {
    const key = keys.limit(subject);
    const wanted = Math.max(1, Math.min(burst, Math.floor(perSecond / 100)));
    const rest = ['1', key, String(perSecond), String(burst), String(wanted)];
    try {
      const reply = await link.send(key, ['EVALSHA', HASH, ...rest]).catch(async (error: unknown) => {
        if (!String(error).includes('NOSCRIPT')) throw error;
        return link.send(key, ['EVAL', SCRIPT, ...rest]);
      });
      const taken = Number(reply);
      if (taken <= 0) return Math.max(1, -taken);
      lease.left = taken;
      lease.until = performance.now() + LEASE_MS;
      return 0;
    } finally {
      lease.taking = undefined;
    }
  }
}
