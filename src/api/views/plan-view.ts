import { approvalsOf } from '../../live/approvals/project-servers.ts';
import { isPartlyOff, reportedLosses, visibleChanges } from '../../manage/plan/plan-words.ts';
import { targetOfServer } from '../../manage/secrets/masked-server.ts';
import type { Host } from '../../model/host.ts';
import { sameValue, type Value } from '../../model/value.ts';
import type { FileChange, Plan, ProjectCopy } from '../../store/write/plan.ts';
import { projectOf } from '../../trust/territory.ts';
import type { ApiContext } from '../api-context.ts';
import type { ApprovalView } from '../contract/approval.ts';
import type { IssueView } from '../contract/common.ts';
import type { PlanView } from '../contract/plans.ts';
import { approvalView } from './approval-view.ts';
import { contentFor, readersOf } from './file-readers.ts';
import { fileView } from './file-view.ts';
import { serverLossView } from './native-views.ts';
import { clientName } from './servers/entry-view.ts';
import { issueView, sanitized } from './words.ts';

/** The exact changes of a plan, as the page shows them. */
export async function planView(
  id: string,
  plan: Plan,
  notes: readonly IssueView[],
  { host }: ApiContext,
): Promise<Omit<PlanView, 'isDivisible'>> {
  const changes = visibleChanges(plan, host);
  const isReference = ({ code }: Plan['diagnostics'][number]): boolean => code === 'server-referenced';
  const copies = await unapprovedCopies(plan, host);
  const said = plan.diagnostics.filter((issue) => !isReference(issue));
  return {
    id,
    title: sanitized(plan.title),
    files: await Promise.all(changes.map((change) => fileView(change, host, plan))),
    isEmpty: plan.changes.length === 0,
    losses: reportedLosses(plan).map(serverLossView),
    unwritten: plan.unwritten.map(({ server, client }) => ({ server, client: clientName(client) })),
    issues: [...notes, ...said.map((issue) => issueView(issue, host))],
    isPartlyOff: isPartlyOff(plan),
    references: plan.diagnostics.filter(isReference).map((issue) => issueView(issue, host)),
    newCommands: [
      ...new Set([
        ...(await Promise.all(changes.map((change) => commandsIn(change, host)))).flat(),
        ...copies.filter(({ startedBy }) => startedBy === undefined).map(commandOf),
      ]),
    ],
    approvals: distinctApprovals(
      copies.filter(({ startedBy }) => startedBy !== undefined),
      host,
    ),
  };
}

/** Servers that the plan copies out of projects and that are not approved there. */
async function unapprovedCopies({ copies = [] }: Plan, host: Host): Promise<ProjectCopy[]> {
  const approvals = approvalsOf(host);
  const permissions = await Promise.all(copies.map((copy) => approvals.permissionFor(copy).catch(() => 'pending')));
  return copies.filter((_, index) => permissions[index] !== 'approved');
}

function commandOf({ name, server }: ProjectCopy): string {
  return sanitized(`${name}: ${targetOfServer(server)}`);
}

function distinctApprovals(copies: readonly ProjectCopy[], host: Host): ApprovalView[] {
  const views = copies.map(({ name, server, origin }) => approvalView({ name, server, origin }, 'pending', host));
  return [...new Map(views.map((view) => [view.fingerprint, view])).values()];
}

/** Commands and URLs that the change adds to a project and that are not approved. */
async function commandsIn({ path, before, after }: FileChange, host: Host): Promise<string[]> {
  const commands: string[] = [];
  const approvals = approvalsOf(host);
  for (const reader of readersOf(path, host)) {
    const origin = { file: path, client: reader.client.id, scope: reader.location.scope };
    const project = projectOf({ origin }, { project: host.cwd, home: host.home });
    if (project === undefined) continue;
    const [old, now] = [await contentFor(reader, before), await contentFor(reader, after)];
    for (const [name, server] of now.servers) {
      if (server.disabled || sameValue(server as Value, old.servers.get(name) as Value | undefined)) continue;
      const permission = await approvals
        .permissionFor({ name, server, origin: { ...origin, project } })
        .catch(() => 'pending');
      if (permission !== 'approved') commands.push(sanitized(`${name}: ${targetOfServer(server)}`));
    }
  }
  return commands;
}
