import { installHint } from '../../live/install-hints.ts';
import { canSignIn } from '../../model/can-sign-in.ts';
import type { Failure, ServerToRun } from '../../runtime/types.ts';
import type { StatusView } from '../contract/servers.ts';
import { statusView } from './status.ts';

/** Why a server cannot be used, with a hint. */
export function failureStatus({ server }: ServerToRun, failure: Failure, now: Date): StatusView {
  if (failure.kind === 'unauthorized' && canSignIn(server)) {
    const hint = 'Sign in, or check the authorization header.';
    return { ...statusView({ name: 'needs-sign-in', reason: failure.message }, now), hint };
  }
  const status = statusView({ name: 'failed', failure }, now);
  const install = failure.kind === 'not-found' ? installHint(server.command) : undefined;
  return install === undefined ? status : { ...status, hint: install };
}
