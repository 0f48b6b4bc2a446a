import { clients } from '../clients/registry.ts';
import type { Client } from '../clients/types.ts';
import { isReadByClient } from '../discovery/checks/rejected-file.ts';
import { getOwn } from '../model/value.ts';
import type { Issue } from './types.ts';

/** The issue, with the effect of the invalid entry on its client as evidence. */
export function withConsequence(issue: Issue): Issue {
  const client = issue.client === undefined ? undefined : getOwn(clients as Record<string, Client>, issue.client);
  const effect = client?.behavior?.onInvalidEntry;
  if (effect === undefined || !isReadByClient(issue)) return issue;
  return { ...issue, evidence: [...issue.evidence, effect] };
}
