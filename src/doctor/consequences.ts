import { clients } from '../clients/registry.ts';
import type { Client } from '../clients/types.ts';
import type { DiagnosticCode } from '../model/diagnostics/diagnostic.ts';
import { isError } from '../model/diagnostics/diagnostic.ts';
import { getOwn } from '../model/value.ts';
import type { Issue } from './types.ts';

/** Problems that the client itself detects when it reads an entry. */
const readByClient: ReadonlySet<DiagnosticCode> = new Set<DiagnosticCode>([
  'wrong-type',
  'type-missing',
  'type-rejected',
  'unknown-transport',
  'command-missing',
  'url-missing',
  'command-and-url',
  'merged-command-and-url',
  'keys-exclude',
  'number-refused',
  'file-reference-missing',
  'reference-refused',
]);

/** The issue, with the effect of the invalid entry on its client as evidence. */
export function withConsequence(issue: Issue): Issue {
  const client = issue.client === undefined ? undefined : getOwn(clients as Record<string, Client>, issue.client);
  const effect = client?.behavior?.onInvalidEntry;
  if (effect === undefined || !isError(issue) || !readByClient.has(issue.code)) return issue;
  return { ...issue, evidence: [...issue.evidence, effect] };
}
