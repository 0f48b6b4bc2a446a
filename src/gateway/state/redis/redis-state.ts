import { randomBytes } from 'node:crypto';
import type { GatewayState, StateOptions } from '../gateway-state.ts';
import { Keys } from './keys.ts';
import { redisAudit } from './redis-audit.ts';
import { ALL, redisBus } from './redis-bus.ts';
import { redisLimits } from './redis-limits.ts';
import { RedisLink } from './redis-link.ts';
import { redisSealed } from './redis-sealed.ts';
import { redisEvents, redisSessions } from './redis-sessions.ts';
import { redisBreakers, redisTasks } from './redis-tasks.ts';
import { redisTokens } from './redis-tokens.ts';
import type { RedisTarget } from './redis-url.ts';
import { redisValues } from './redis-values.ts';

const EVENTS = { events: 256, ttlMs: 5 * 60_000 };

/** State in Redis or Valkey. */
export async function openRedisState(target: RedisTarget, { tell = () => {} }: StateOptions): Promise<GatewayState> {
  const keys = new Keys(target.prefix);
  const replica = randomBytes(6).toString('hex');
  const own = keys.channel(replica);
  const link = new RedisLink(target, own, (isReachable, reason) => {
    const why = reason instanceof Error ? reason.message || reason.name : String(reason);
    tell(isReachable ? 'The shared state is reachable again.' : `The shared state cannot be reached: ${why}`);
  });
  const bus = redisBus(() => link, keys, replica);
  await link.open({ [own]: (text) => bus.receive(text), [keys.channel(ALL)]: (text) => bus.receive(text) });
  return {
    shared: {
      replica,
      get isReachable() {
        return link.isReachable;
      },
      onReachable: (listener) => link.onReachable(listener),
      sessions: redisSessions(link, keys),
      bus,
      events: redisEvents(link, keys, EVENTS),
      tasks: redisTasks(link, keys),
      breakers: redisBreakers(link, keys),
      tokens: redisTokens(link, keys, bus),
      appendAudit: redisAudit(link, keys),
      sealed: redisSealed(link, keys),
    },
    take: redisLimits(link, keys),
    values: redisValues(link, keys),
    close: async () => link.close(),
  };
}
