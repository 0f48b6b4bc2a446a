import type { Diagnostic } from '../../model/diagnostics/diagnostic.ts';
import type { Host } from '../../model/host.ts';
import type { Server } from '../../model/server.ts';
import { type Approvals, fingerprintOf } from '../../runtime/trust/approval.ts';
import { createApprovals } from '../../runtime/trust/create-approvals.ts';
import { type ApprovalText, describeForApproval } from '../../runtime/trust/describe-for-approval.ts';
import type { Permission, ServerToRun } from '../../runtime/types.ts';
import type { CopyApproval } from '../../store/approvals/admit-copies.ts';
import { approvalFile } from '../../store/approvals/approvals.ts';
import { readCopiedDefinitions } from '../../store/approvals/copied-definitions.ts';
import { type ServerHere, serversHere, type UnusableServer } from '../servers-here.ts';

/** A server from a project, its description for approval, and the user's decision. */
export interface ProjectServer {
  readonly toRun: ServerHere;
  readonly text: ApprovalText;
  readonly permission: Permission;
}

export interface ApprovalContext {
  readonly approvals: Approvals;
  /** All servers, including those that need no approval. */
  readonly all: readonly ServerHere[];
  readonly ofProjects: readonly ProjectServer[];
  /** Names without a valid definition, and why. */
  readonly unusable: readonly UnusableServer[];
  /** Why some files could not be read. Their servers are missing. */
  readonly unread: readonly Diagnostic[];
}

/** The approvals of this user. */
export function approvalsOf(host: Host, project = host.cwd, accepted: readonly string[] = []): Approvals {
  const { env, home } = host;
  const copiedFrom = async (server: Server): Promise<string | undefined> =>
    (await readCopiedDefinitions(host)).projectOf(server);
  return createApprovals(approvalFile(host), { env, home, project, accepted, copiedFrom });
}

/** What this user decided about definitions that a plan copies out of projects, or brings back. */
export function copyApproval(host: Host): Required<CopyApproval> {
  const approvals = approvalsOf(host);
  return {
    isApproved: async (copy) => (await approvals.permissionFor(copy)) === 'approved',
    async deniedAs({ server }) {
      const denied = (await approvals.list()).filter(({ decision }) => decision === 'denied');
      // Wherever it is by now, and under any name, it starts the same.
      return denied.find(({ name, project, fingerprint }) => {
        const origin = { file: '', client: '', scope: 'project', project } as const;
        return fingerprintOf({ name, server, origin }, host.env) === fingerprint;
      })?.fingerprint;
    },
  };
}

/**
 * Collects the servers that need approval: those configured here and the ones passed in. Rejects if approvals cannot be
 * read reliably.
 */
export async function loadApprovalContext(host: Host, besides: readonly ServerToRun[] = []): Promise<ApprovalContext> {
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

/** Enabled project servers that are neither approved nor denied. */
export function pendingServers({ ofProjects }: ApprovalContext): ProjectServer[] {
  return ofProjects.filter(({ permission, toRun }) => permission === 'pending' && !toRun.disabled);
}
