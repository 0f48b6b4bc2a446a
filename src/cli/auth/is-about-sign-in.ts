import { canSignIn } from '../../model/can-sign-in.ts';
import type { Server } from '../../model/server.ts';
import type { Obstacle } from '../runtime/obstacle.ts';

/** Whether the server only lacks a sign-in. */
export function isAboutSignIn(obstacle: Obstacle | undefined, server: Server): boolean {
  return obstacle?.kind === 'unauthorized' && canSignIn(server);
}
