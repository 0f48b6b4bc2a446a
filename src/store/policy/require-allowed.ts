import { PlugboardError } from '../../model/diagnostics/error.ts';
import type { Host } from '../../model/host.ts';
import { expandDeep } from '../../model/reference.ts';
import { secretsIn } from '../../model/secrets/plain-secrets.ts';
import type { Server } from '../../model/server.ts';
import { type PolicyReason, judge, type Verdict } from '../../policy/judge.ts';
import type { Policy } from '../../policy/policy.ts';
import { type Circumstances, subjectOf } from '../../policy/subject.ts';
import { lockProblem, readLock } from '../locked/lock-file.ts';
import { asInCheckout } from './checkout-files.ts';
import { directoryOf, filesAround } from './files-around.ts';
import { readPolicies } from './read-policies.ts';

/** What a caller may add to what the definition says. */
export type Known = Pick<Circumstances, 'unlocked' | 'isRegistryConfirmed'> & {
  /** The project to whose files the definition may lead; the current one by default. */
  readonly project?: string;
  /** Nothing on this machine may change the result, except the files of the project. */
  readonly isWithoutMachine?: boolean;
};

/** Why a server is not as locked; undefined if it is. */
export type Unlocked = (name: string, server: Server) => string | undefined;

/**
 * Reads the lock of a project, if one of these policies requires it. It matters to whatever starts a server or says what a
 * start would do; a server can be written before it is locked. An invalid lock locks nothing.
 */
export async function readRequiredLock(
  host: Host,
  policies: readonly Policy[],
  project = host.cwd,
): Promise<Unlocked | undefined> {
  if (!policies.some(({ require }) => require.lock)) return undefined;
  const lock = await readLock(host, project).catch(() => undefined);
  return (name, server) => lockProblem(lock, name, server);
}

/** What these policies say about a server. */
export async function verdictOn(
  policies: readonly Policy[],
  host: Host,
  name: string,
  server: Server,
  { project = host.cwd, isWithoutMachine = false, ...known }: Known = {},
): Promise<Verdict> {
  const around = isWithoutMachine
    ? {
        ...(await asInCheckout(host, project, async (checkout) => filesAround(checkout, policies, server, project))),
        directory: directoryOf(host, expandDeep(server, host.env), project, { isWithoutMachine }),
      }
    : await filesAround(host, policies, server, project);
  const subject = subjectOf(name, server, { env: host.env, plainSecret: firstSecret, ...around, ...known });
  return judge(policies, subject);
}

function firstSecret(server: Server): string | undefined {
  return secretsIn(server)[0]?.name;
}

/** The error for a server that a policy refuses; undefined if all allow it. */
export async function refusalHere(
  policies: readonly Policy[],
  host: Host,
  name: string,
  server: Server,
  known?: Known,
): Promise<PlugboardError<'policy-denied'> | undefined> {
  if (policies.length === 0) return undefined;
  const { isAllowed, reasons } = await verdictOn(policies, host, name, server, known);
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

/** Throws if a policy refuses one of these servers. */
export async function requireAllowed(
  host: Host,
  servers: Readonly<Record<string, Server>>,
  project = host.cwd,
): Promise<void> {
  await refuseAny(host, await readPolicies(host, project), servers, { project });
}

/** Throws if a policy refuses to start one of these servers. */
export async function requireStartable(host: Host, servers: Readonly<Record<string, Server>>): Promise<void> {
  const policies = await readPolicies(host);
  await refuseAny(host, policies, servers, { project: host.cwd, unlocked: await readRequiredLock(host, policies) });
}

async function refuseAny(
  host: Host,
  policies: readonly Policy[],
  servers: Readonly<Record<string, Server>>,
  { project, unlocked }: { readonly project: string; readonly unlocked?: Unlocked | undefined },
): Promise<void> {
  for (const [name, server] of Object.entries(servers)) {
    const known = { project, unlocked: unlocked?.(name, server) };
    const refusal = await refusalHere(policies, host, name, server, known);
    if (refusal) throw refusal;
  }
}
