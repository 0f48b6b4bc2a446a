import { PlugboardError } from '../../model/diagnostics/error.ts';
import type { Host } from '../../model/host.ts';
import type { Server } from '../../model/server.ts';
import { readPolicies } from '../../store/policy/read-policies.ts';
import { refusalHere } from '../../store/policy/require-allowed.ts';

type Policies = Awaited<ReturnType<typeof readPolicies>>;

/** Whether the policies of a project refuse a server. */
export type IsRefused = (project: string, name: string, server: Server) => Promise<boolean>;

/**
 * Judges changed servers before they are planned, so that the policy of one project does not stop the migration of others.
 * An invalid policy of another project refuses everything in it; an invalid one of the current project is an error.
 */
export function policyJudge(host: Host): IsRefused {
  const known = new Map<string, Promise<Policies | undefined>>();
  const policiesOf = async (project: string): Promise<Policies | undefined> => {
    const reading = readPolicies(host, project);
    return project === host.cwd ? reading : reading.catch(undefinedIfInvalid);
  };
  return async (project, name, server) => {
    const reading = known.get(project) ?? policiesOf(project);
    known.set(project, reading);
    const policies = await reading;
    return policies === undefined || (await refusalHere(policies, host, name, server, { project })) !== undefined;
  };
}

function undefinedIfInvalid(error: unknown): undefined {
  if (!(error instanceof PlugboardError)) throw error;
}
