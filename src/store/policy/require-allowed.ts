import { PlugboardError } from '../../model/diagnostics/error.ts';
import type { Host } from '../../model/host.ts';
import { secretsIn } from '../../model/secrets/plain-secrets.ts';
import type { Server } from '../../model/server.ts';
import { type PolicyReason, judge, type Verdict } from '../../policy/judge.ts';
import type { Policy } from '../../policy/policy.ts';
import { type Circumstances, subjectOf } from '../../policy/subject.ts';
import { programLinks } from './program-links.ts';
import { readPolicies } from './read-policies.ts';

/** What a caller may add to what the definition says. */
export type Known = Pick<Circumstances, 'unlocked' | 'isRegistryConfirmed' | 'linkedPrograms'>;

/** What these policies say about a server. */
export function verdictOn(
  policies: readonly Policy[],
  host: Pick<Host, 'env'>,
  name: string,
  server: Server,
  known: Known = {},
): Verdict {
  const subject = subjectOf(name, server, { env: host.env, plainSecret: firstSecret, ...known });
  return judge(policies, subject);
}

function firstSecret(server: Server): string | undefined {
  return secretsIn(server)[0]?.name;
}

/** The error for a server that a policy refuses; undefined if all allow it. */
export function refusalBy(
  policies: readonly Policy[],
  host: Pick<Host, 'env'>,
  name: string,
  server: Server,
  known?: Known,
): PlugboardError<'policy-denied'> | undefined {
  if (policies.length === 0) return undefined;
  const { isAllowed, reasons } = verdictOn(policies, host, name, server, known);
  const [first] = reasons;
  return isAllowed || !first ? undefined : policyError(name, first);
}

function policyError(name: string, { file, rule, effect, what, why }: PolicyReason): PlugboardError<'policy-denied'> {
  return new PlugboardError('policy-denied', {
    name,
    file,
    rule,
    effect,
    ...(what !== undefined && { what }),
    ...(why !== undefined && { why }),
  });
}

/** Like `refusalBy`, and links to programs count as what they lead to. */
export async function refusalHere(
  policies: readonly Policy[],
  host: Host,
  name: string,
  server: Server,
  known: Known & { readonly project?: string } = {},
): Promise<PlugboardError<'policy-denied'> | undefined> {
  const linkedPrograms = await programLinks(host, policies, server, known.project);
  return refusalBy(policies, host, name, server, { ...known, linkedPrograms });
}

/** Throws if a policy refuses one of these servers. */
export async function requireAllowed(
  host: Host,
  servers: Readonly<Record<string, Server>>,
  project = host.cwd,
): Promise<void> {
  const policies = await readPolicies(host, project);
  for (const [name, server] of Object.entries(servers)) {
    const refusal = await refusalHere(policies, host, name, server, { project });
    if (refusal) throw refusal;
  }
}
