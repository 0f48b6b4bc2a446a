import { loadApprovalContext } from '../../live/approvals/project-servers.ts';
import { projectServersInSets } from '../../sets/sets-here.ts';
import type { ApiContext } from '../api-context.ts';
import type { ApprovalsAnswer } from '../contract/servers.ts';
import { approvalView } from './approval-view.ts';

const order = ['pending', 'denied', 'approved'];

/** The servers of projects with their approval, pending decisions first. */
export async function approvalsHere({ host }: ApiContext): Promise<ApprovalsAnswer> {
  const { ofProjects } = await loadApprovalContext(host, await projectServersInSets(host));
  return ofProjects
    .map(({ toRun, permission }) => approvalView(toRun, permission, host))
    .toSorted((a, b) => order.indexOf(a.permission) - order.indexOf(b.permission));
}
