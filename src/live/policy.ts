import type { PlugboardError } from '../model/diagnostics/error.ts';
import type { Host } from '../model/host.ts';
import { toolLimits } from '../policy/tool-limits.ts';
import { ConnectionError } from '../runtime/connect/errors.ts';
import type { ServerToRun } from '../runtime/types.ts';
import { readPolicies } from '../store/policy/read-policies.ts';
import { refusalBy } from '../store/policy/require-allowed.ts';

/** Why a policy keeps a server from being started or contacted; undefined if none does. Reads the policies each time. */
export async function policyRefusal(
  host: Host,
  project: string,
  { name, server }: ServerToRun,
): Promise<PlugboardError<'policy-denied'> | undefined> {
  return refusalBy(await readPolicies(host, project), host, name, server);
}

/** Throws before a server that a policy refuses is started or contacted, also by a value that runs a command. */
export async function requireAllowedStart(host: Host, project: string, toRun: ServerToRun): Promise<void> {
  const refusal = await policyRefusal(host, project, toRun);
  if (refusal) throw new ConnectionError({ kind: 'denied', message: refusal.message });
}

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
