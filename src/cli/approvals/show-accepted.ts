import { describeForApproval } from '../../runtime/trust/describe-for-approval.ts';
import { findByFingerprint } from '../../runtime/trust/find-by-fingerprint.ts';
import type { ServerToRun } from '../../runtime/types.ts';
import type { CommandContext } from '../program/command-context.ts';
import { printOnStderr } from '../runtime/show-obstacle.ts';
import { serverLines } from './show-server.ts';

/**
 * Returns the full fingerprints of these prefixes, and shows their servers, because the prefixes may have been copied
 * from anywhere.
 */
export function showAccepted(
  prefixes: readonly string[],
  servers: readonly ServerToRun[],
  { host, output }: Pick<CommandContext, 'host' | 'output'>,
): string[] {
  return prefixes.map((prefix) => {
    const toRun = { ...findByFingerprint(prefix, servers, host.env), disabled: false };
    const text = describeForApproval(toRun, host.env);
    if (!output.json) printOnStderr([...serverLines({ toRun, text, permission: 'approved' }, output), ''], output);
    return text.fingerprint;
  });
}
