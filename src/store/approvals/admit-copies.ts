import { PlugboardError } from '../../model/diagnostics/error.ts';
import type { Host } from '../../model/host.ts';
import type { ProjectCopy } from '../write/plan.ts';
import { rememberLocked } from './project-born.ts';

export interface CopyApproval {
  /** Whether a person has approved the definition as it stands where it comes from; nothing is approved when absent. */
  readonly isApproved?: (copy: ProjectCopy) => Promise<boolean>;
}

/**
 * Lets a plan copy definitions out of projects. What is not approved is remembered, so that its copies need approval
 * too; and it does not get into the file of a client that would start it without asking. Only to be called with the lock.
 */
export async function admitCopies(
  host: Host,
  copies: readonly ProjectCopy[],
  { isApproved }: CopyApproval,
): Promise<void> {
  const unapproved: ProjectCopy[] = [];
  for (const copy of copies) if (!(await isApproved?.(copy))) unapproved.push(copy);
  const started = unapproved.find(({ startedBy }) => startedBy !== undefined);
  if (started) throw new PlugboardError('approval-needed', { name: started.name });
  // Before anything is written: a copy that is not remembered would be a person's own.
  await rememberLocked(
    host,
    unapproved.map(({ written, origin }) => ({ server: written, project: origin.project })),
  );
}
