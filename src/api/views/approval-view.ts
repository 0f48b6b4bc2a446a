import type { Host } from '../../model/host.ts';
import { describeForApproval } from '../../runtime/trust/describe-for-approval.ts';
import type { Permission, ServerToRun } from '../../runtime/types.ts';
import { createSecretMask } from '../../runtime/values/mask-secrets.ts';
import type { ApprovalView } from '../contract/approval.ts';
import { pathView } from './words.ts';

/**
 * Everything a user needs to know to decide, never truncated. Nothing that someone else wrote is masked, only `own`: secret
 * values of the user's files.
 */
export function approvalView(
  toRun: ServerToRun,
  permission: Permission,
  host: Host,
  own: readonly string[] = [],
): ApprovalView {
  const { fingerprint, lines, warnings } = describeForApproval(toRun, host.env);
  const { origin } = toRun;
  const hide = createSecretMask(own);
  return {
    name: toRun.name,
    fingerprint,
    permission,
    ...(origin && { file: pathView(origin.file, host) }),
    ...(origin?.project !== undefined && { project: pathView(origin.project, host) }),
    lines: lines.map((line) => hide(line)),
    warnings: warnings.map(({ text }) => `${text}.`),
  };
}
