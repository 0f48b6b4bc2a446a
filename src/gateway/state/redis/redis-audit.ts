import type { SharedState } from '../gateway-state.ts';
import type { Keys } from './keys.ts';
import type { RedisLink } from './redis-link.ts';

/** Appends to one stream, as JSON in the field `entry`. It is capped, and does not expire. */
export function redisAudit(link: RedisLink, { audit: key }: Keys): SharedState['appendAudit'] {
  return async (lines, most) => {
    const limit = ['MAXLEN', '~', String(most), '*', 'entry'];
    await Promise.all(lines.map(async (line) => link.send(key, ['XADD', key, ...limit, line])));
  };
}
