import { policyWords } from '../../model/diagnostics/policy-errors.ts';
import { lockedInCatalog } from '../../store/locked/locked-in-catalog.ts';
import { findPolicies } from '../../store/policy/read-policies.ts';
import { type Known, readRequiredLock, refusalHere } from '../../store/policy/require-allowed.ts';
import { issueOn } from '../issue.ts';
import type { Check, DoctorContext, Issue } from '../types.ts';

/** Reports servers that a policy refuses, and policies that cannot be applied. */
export const policies: Check = async (context) => reportRefused(context, {});

/** The same for the files of a checkout, which say the same on every machine. */
export const policiesOfFiles: Check = async (context) => reportRefused(context, { isWithoutMachine: true });

async function reportRefused({ host, project, entries }: DoctorContext, known: Known): Promise<Issue[]> {
  const found = await findPolicies(host, project);
  const usable = found.flatMap(({ policy }) => policy ?? []);
  const issues = found.flatMap(({ diagnostics }) => diagnostics.map((one): Issue => ({ ...one, evidence: [] })));
  const unlocked = await readRequiredLock(host, usable, project);
  const asInCatalog = lockedInCatalog(entries.map(({ entry }) => entry));
  for (const subject of entries) {
    const { name, server } = subject.entry;
    if (server.disabled) continue;
    const why = asInCatalog(subject.entry) ? undefined : unlocked?.(name, server);
    const refusal = await refusalHere(usable, host, name, server, { ...known, project, unlocked: why });
    if (refusal) issues.push(issueOn(subject, 'policy-violated', { name, problem: policyWords(refusal.data) }));
  }
  return issues;
}
