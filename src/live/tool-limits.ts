import type { Host } from '../model/host.ts';
import type { Lock } from '../model/packages/lock.ts';
import { toolLimits } from '../policy/tool-limits.ts';
import type { ServerToRun } from '../runtime/types.ts';
import { lockedServerIn } from '../store/locked/lock-file.ts';
import { readPolicies } from '../store/policy/read-policies.ts';

/** The servers with what policies leave of their tools. */
export async function withToolLimits<S extends ServerToRun>(
  host: Host,
  project: string,
  servers: readonly S[],
): Promise<S[]> {
  // An invalid policy refuses every server when it is started.
  const policies = await readPolicies(host, project).catch(() => []);
  if (policies.length === 0) return [...servers];
  return servers.map((one) => {
    const limits = toolLimits(policies, one.name);
    return limits.length > 0 ? { ...one, toolLimits: limits } : one;
  });
}

/** The servers with their locked tools. */
export function withLock<S extends ServerToRun>(servers: readonly S[], lock: Lock | undefined): S[] {
  if (!lock) return [...servers];
  return servers.map((one) => {
    const locked = lockedServerIn(lock, one.name);
    return locked ? { ...one, locked } : one;
  });
}
