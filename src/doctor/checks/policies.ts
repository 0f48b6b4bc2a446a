import { policyWords } from '../../model/diagnostics/policy-errors.ts';
import { findPolicies } from '../../store/policy/read-policies.ts';
import { type Known, refusalHere } from '../../store/policy/require-allowed.ts';
import { issueOn } from '../issue.ts';
import type { Check, DoctorContext, Issue } from '../types.ts';

/** Reports servers that a policy refuses, and policies that cannot be applied. */
export const policies: Check = async (context) => reportRefused(context, {});

/** The same, independent of the machine. */
export const policiesOfFiles: Check = async (context) => reportRefused(context, { isWithoutMachine: true });

async function reportRefused({ host, project, entries }: DoctorContext, known: Known): Promise<Issue[]> {
  const found = await findPolicies(host, project);
  const usable = found.flatMap(({ policy }) => policy ?? []);
  const issues = found.flatMap(({ diagnostics }) => diagnostics.map((one): Issue => ({ ...one, evidence: [] })));
  for (const subject of entries) {
    const { name, server } = subject.entry;
    const refusal = server.disabled ? undefined : await refusalHere(usable, host, name, server, { ...known, project });
    if (refusal) issues.push(issueOn(subject, 'policy-violated', { name, problem: policyWords(refusal.data) }));
  }
  return issues;
}
