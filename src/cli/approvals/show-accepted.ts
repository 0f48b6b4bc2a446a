import { describeForApproval } from '../../runtime/trust/describe-for-approval.ts';
import { findByFingerprint } from '../../runtime/trust/find-by-fingerprint.ts';
import type { ServerToRun } from '../../runtime/types.ts';
import type { CommandContext } from '../command-context.ts';
import { sayOnStderr } from '../runtime/show-obstacle.ts';
import { serverText } from './show-server.ts';

/**
 * The whole fingerprints that are meant by their beginnings. They may have been copied from anywhere, so what they stand
 * for is shown in any case.
 */
export function showAccepted(
  beginnings: readonly string[],
  servers: readonly ServerToRun[],
  { host, output }: Pick<CommandContext, 'host' | 'output'>,
): string[] {
  return beginnings.map((beginning) => {
    const toRun = { ...findByFingerprint(beginning, servers, host.env), disabled: false };
    const text = describeForApproval(toRun, host.env);
    if (!output.json) sayOnStderr([serverText({ toRun, text, permission: 'approved' }, output), ''], output);
    return text.fingerprint;
  });
}
