import type { Operation } from '../../live/recent-failures.ts';
import type { ServerHere } from '../../live/servers-here.ts';
import { ConnectionError } from '../../runtime/connect/errors.ts';
import { type Obstacle, obstacleOf } from './obstacle.ts';
import type { Use } from './with-runtime.ts';

/** Why a server that recently failed after a long wait is not asked again yet. */
export async function recentObstacle(server: ServerHere, asked: Operation, use: Use): Promise<Obstacle | undefined> {
  const { runtime, context } = use;
  const recent = await runtime.failures.recall(server, asked);
  if (!recent) return undefined;
  const seconds = Math.round((context.host.now().getTime() - recent.at.getTime()) / 1000);
  const { message, hint, ...obstacle } = obstacleOf(server, new ConnectionError(recent.failure));
  return {
    ...obstacle,
    message: `${message} That was ${seconds} s ago; not retried.`,
    hint: 'retry with --refresh',
    ...(hint !== undefined && { note: hint }),
    failedAt: recent.at.toISOString(),
  };
}
