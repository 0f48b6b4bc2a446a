import type { Host } from '../../model/host.ts';
import { describeForApproval } from '../../runtime/trust/describe-for-approval.ts';
import type { Permission, ServerToRun } from '../../runtime/types.ts';
import type { ApprovalView } from '../contract/approval.ts';
import { pathView } from './words.ts';

/** Everything a user needs to know to decide. Lines are masked, and never truncated. */
export function approvalView(toRun: ServerToRun, permission: Permission, host: Host): ApprovalView {
  const { fingerprint, lines, warnings } = describeForApproval(toRun, host.env);
  const { origin } = toRun;
  return {
    name: toRun.name,
    fingerprint,
    permission,
    ...(origin && { file: pathView(origin.file, host) }),
    ...(origin?.project !== undefined && { project: pathView(origin.project, host) }),
    lines,
    warnings: warnings.map(({ text }) => `${text}.`),
  };
}
