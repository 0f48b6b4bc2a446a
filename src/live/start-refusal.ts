import { PlugboardError } from '../model/diagnostics/error.ts';
import type { Host } from '../model/host.ts';
import type { Lock } from '../model/packages/lock.ts';
import type { Policy } from '../policy/policy.ts';
import { ConnectionError } from '../runtime/connect/errors.ts';
import type { ServerToRun } from '../runtime/types.ts';
import { lockProblem, readLock } from '../store/locked/lock-file.ts';
import { readPolicies } from '../store/policy/read-policies.ts';
import { refusalHere } from '../store/policy/require-allowed.ts';

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
  const unlocked = await unlockedReason(host, project, policies, name, server);
  const refusal = await refusalHere(policies, host, name, server, { unlocked, project });
  if (refusal) return refusal;
  const why = lock && lockProblem(lock, name, server);
  return why === undefined ? undefined : new PlugboardError('lock-differs', { name, why });
}

/** Only if a policy requires the lock. An invalid lock locks nothing. */
async function unlockedReason(
  host: Host,
  project: string,
  policies: readonly Policy[],
  name: string,
  server: ServerToRun['server'],
): Promise<string | undefined> {
  if (!policies.some(({ require }) => require.lock)) return undefined;
  return lockProblem(await readLock(host, project).catch(() => undefined), name, server);
}

/** Throws before the server is started or contacted, also by a value that runs a command. */
export function refuse(refusal: PlugboardError | undefined): void {
  if (refusal) throw new ConnectionError({ kind: 'denied', message: refusal.message });
}
