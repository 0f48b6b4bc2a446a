import { canSignIn } from '../../../model/can-sign-in.ts';
import type { Server } from '../../../model/server.ts';
import type { Failure } from '../../types.ts';

/** Adapts the failure of a server whose definition contains credentials: signing in would not help. */
export function withOwnCredentials(failure: Failure, server: Server): Failure {
  if (failure.kind !== 'unauthorized' || canSignIn(server)) return failure;
  const { leftOut: _, ...rest } = failure;
  return {
    ...rest,
    message: 'The server rejected the Authorization header of its definition.',
    tip: 'Check the value of that header.',
  };
}
