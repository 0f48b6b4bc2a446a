import { policyWords } from '../../model/diagnostics/policy-errors.ts';
import { findPolicies } from '../../store/policy/read-policies.ts';
import { refusalBy } from '../../store/policy/require-allowed.ts';
import { issueOn } from '../issue.ts';
import type { Check, Issue } from '../types.ts';

/** Reports servers that a policy refuses, and policies that cannot be applied. */
export const policies: Check = async ({ host, project, entries }) => {
  const found = await findPolicies(host, project);
  const usable = found.flatMap(({ policy }) => policy ?? []);
  const invalid = found.flatMap(({ diagnostics }) => diagnostics.map((one): Issue => ({ ...one, evidence: [] })));
  const refused = entries.flatMap((subject) => {
    const { name, server } = subject.entry;
    const refusal = server.disabled ? undefined : refusalBy(usable, host, name, server);
    return refusal ? [issueOn(subject, 'policy-violated', { name, problem: policyWords(refusal.data) })] : [];
  });
  return [...invalid, ...refused];
};
