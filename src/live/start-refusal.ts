import { PlugboardError } from '../model/diagnostics/error.ts';
import type { Host } from '../model/host.ts';
import type { Lock } from '../model/packages/lock.ts';
import { ConnectionError } from '../runtime/connect/errors.ts';
import type { ServerToRun } from '../runtime/types.ts';
import { lockProblem } from '../store/locked/lock-file.ts';
import { readPolicies } from '../store/policy/read-policies.ts';
import { readRequiredLock, refusalHere } from '../store/policy/require-allowed.ts';

/**
 * Why a server must not be started or contacted: a policy refuses it, or it is not as locked. Policies are read each
 * time, so a running process follows them.
 */
export async function startRefusal(
  host: Host,
  project: string,
  { name, server }: ServerToRun,
  lock?: Lock,
): Promise<PlugboardError | undefined> {
  const policies = await readPolicies(host, project);
  const unlocked = (await readRequiredLock(host, policies, project))?.(name, server);
  const refusal = await refusalHere(policies, host, name, server, { unlocked, project });
  if (refusal) return refusal;
  const why = lock && lockProblem(lock, name, server);
  return why === undefined ? undefined : new PlugboardError('lock-differs', { name, why });
}

/** Throws before the server is started or contacted, also by a value that runs a command. */
export function refuse(refusal: PlugboardError | undefined): void {
  if (refusal) throw new ConnectionError({ kind: 'denied', message: refusal.message });
}
