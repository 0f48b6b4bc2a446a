import { randomBytes } from 'node:crypto';
import type { GatewayState, StateOptions } from '../gateway-state.ts';
import { Keys } from './keys.ts';
import { redisAudit } from './redis-audit.ts';
import { ALL, type RedisBus, redisBus } from './redis-bus.ts';
import { redisLimits } from './redis-limits.ts';
import { RedisLink } from './redis-link.ts';
import { redisSealed } from './redis-sealed.ts';
import { redisEvents, redisSessions } from './redis-sessions.ts';
import { redisBreakers, redisTasks } from './redis-tasks.ts';
import { redisTokens } from './redis-tokens.ts';
import type { RedisTarget } from './redis-url.ts';
import { redisValues } from './redis-values.ts';

/** Kind of the message that the store refuses writes. */
const REFUSED = 'writes-refused';
const EVENTS = { events: 256, ttlMs: 5 * 60_000 };

/** State in Redis or Valkey. */
export async function openRedisState(target: RedisTarget, { tell = () => {} }: StateOptions): Promise<GatewayState> {
  const keys = new Keys(target.prefix);
  const replica = randomBytes(6).toString('hex');
  const own = keys.channel(replica);
  const why = (reason: unknown): string => (reason instanceof Error ? reason.message || reason.name : String(reason));
  const link: RedisLink = new RedisLink(target, own, {
    onChange: (isReachable, reason) =>
      tell(isReachable ? 'The shared state is reachable again.' : `The shared state cannot be reached: ${why(reason)}`),
    onWrites(isAccepted, key, reason) {
      tell(isAccepted ? 'The shared state accepts writes again.' : `The shared state refuses writes: ${why(reason)}`);
      // The others may only read now, and must know that a record that is missing may not have been stored.
      if (!isAccepted) bus.broadcast({ kind: REFUSED, key }).catch(() => {});
    },
  });
  const bus: RedisBus = redisBus(() => link, keys, replica);
  bus.listen(({ kind, key }) => {
    if (kind === REFUSED && typeof key === 'string' && link.acceptsWrites) void link.checkWrites(key);
  });
  await link.open({ [own]: (text) => bus.receive(text), [keys.channel(ALL)]: (text) => bus.receive(text) });
  return {
    shared: {
      replica,
      get isReachable() {
        return link.isReachable;
      },
      get acceptsWrites() {
        return link.acceptsWrites;
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
