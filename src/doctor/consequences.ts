import type { DiagnosticCode } from '../model/diagnostic.ts';
import { isError } from '../model/diagnostic.ts';
import type { ByClient, Finding } from './types.ts';

/** What one bad entry costs, in clients where that is more than the entry or where nobody is told. */
const costs: ByClient<string> = {
  'claude-code': 'Claude Code skips the entry; only `claude mcp list` says so',
  codex: 'every command of Codex ends with an error as long as this is there',
  'copilot-cli': 'GitHub Copilot CLI leaves the server out without a word',
  droid: 'Factory Droid does not finish connecting to the other servers either',
  kilo: 'Kilo Code passes over the whole file; only its log says so',
  opencode: 'OpenCode does not start as long as this is there',
  roo: 'Roo Code reads nothing of the file as long as this is there',
};

/** Findings about what the client itself checks when it reads an entry. */
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

export function withConsequence(finding: Finding): Finding {
  const cost = finding.client === undefined ? undefined : costs[finding.client];
  if (cost === undefined || !isError(finding) || !readByClient.has(finding.code)) return finding;
  return { ...finding, evidence: [...finding.evidence, cost] };
}
