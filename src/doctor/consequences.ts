import { clients } from '../clients/registry.ts';
import type { Client } from '../clients/types.ts';
import type { DiagnosticCode } from '../model/diagnostics/diagnostic.ts';
import { isError } from '../model/diagnostics/diagnostic.ts';
import { getOwn } from '../model/value.ts';
import type { Finding } from './types.ts';

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

/** The finding, with the effect of the invalid entry on its client as evidence. */
export function withConsequence(finding: Finding): Finding {
  const client = finding.client === undefined ? undefined : getOwn(clients as Record<string, Client>, finding.client);
  const effect = client?.behavior?.onInvalidEntry;
  if (effect === undefined || !isError(finding) || !readByClient.has(finding.code)) return finding;
  return { ...finding, evidence: [...finding.evidence, effect] };
}
