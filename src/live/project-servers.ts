import type { Diagnostic } from '../model/diagnostic.ts';
import type { Host } from '../model/host.ts';
import type { Server } from '../model/server.ts';
import type { Approvals } from '../runtime/trust/approval.ts';
import { createApprovals } from '../runtime/trust/create-approvals.ts';
import { type ApprovalText, describeForApproval } from '../runtime/trust/describe-for-approval.ts';
import type { Permission, ServerToRun } from '../runtime/types.ts';
import { approvalFile } from '../store/approvals.ts';
import { readProjectBorn } from '../store/trust/project-born.ts';
import { type ServerHere, serversHere, type UnusableServer } from './servers-here.ts';

/** A server that came with a project, all that a person has to know about it, and what they have decided. */
export interface ProjectServer {
  readonly toRun: ServerHere;
  readonly text: ApprovalText;
  readonly permission: Permission;
}

export interface ApprovalDesk {
  readonly approvals: Approvals;
  /** Every server here, those that need no approval too. */
  readonly all: readonly ServerHere[];
  readonly ofProjects: readonly ProjectServer[];
  /** Names of which no definition can be used, and why. */
  readonly unusable: readonly UnusableServer[];
  /** Why some files could not be read, so that servers may be missing. */
  readonly unread: readonly Diagnostic[];
}

/** The decisions of this person, as every part of the program asks for them. */
export function approvalsOf(host: Host, project = host.cwd, accepted: readonly string[] = []): Approvals {
  const { env, home } = host;
  const copiedFrom = async (server: Server): Promise<string | undefined> =>
    (await readProjectBorn(host)).projectOf(server);
  return createApprovals(approvalFile(host), { env, home, project, accepted, copiedFrom });
}

/** Whatever can be decided on here, and what is given besides. Rejects when decisions cannot be relied on. */
export async function openDesk(host: Host, besides: readonly ServerToRun[] = []): Promise<ApprovalDesk> {
  const approvals = approvalsOf(host);
  const { servers: all, unusable, unread } = await serversHere(host);
  const known = new Map<string, ProjectServer>();
  for (const toRun of [...all, ...besides.map((one) => ({ ...one, disabled: false }))]) {
    if (toRun.origin?.project === undefined) continue;
    const text = describeForApproval(toRun, host.env);
    if (!known.has(text.fingerprint))
      known.set(text.fingerprint, { toRun, text, permission: await approvals.permissionFor(toRun) });
  }
  return { approvals, all, ofProjects: [...known.values()], unusable, unread };
}

/** What nobody has decided yet and would be used if it were approved. */
export function pendingAt({ ofProjects }: ApprovalDesk): ProjectServer[] {
  return ofProjects.filter(({ permission, toRun }) => permission === 'pending' && !toRun.disabled);
}
