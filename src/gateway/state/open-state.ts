import { PlugboardError } from '../../model/diagnostics/error.ts';
import type { GatewayState, StateOptions } from './gateway-state.ts';
import { memoryState } from './memory-state.ts';
import { isRedisUrl, readRedisUrl } from './redis/redis-url.ts';

/**
 * Opens `memory`, or a Redis or Valkey URL. A shared store that cannot be reached now is not an error: the gateway
 * starts degraded and heals.
 */
export async function openState(where: string, options: StateOptions = {}): Promise<GatewayState> {
  if (where === 'memory') return memoryState();
  if (!isRedisUrl(where))
    throw new PlugboardError('usage', { message: 'The state must be "memory" or a URL that starts with redis.' });
  const target = readRedisUrl(where);
  // Loaded only when it is used: the client library is large.
  const { openRedisState } = await import('./redis/redis-state.ts');
  return openRedisState(target, options);
}
