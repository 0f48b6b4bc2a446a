import { describe, type Diagnostic, isError } from '../model/diagnostic.ts';
import type { Value } from '../model/value.ts';
import { collect } from './report.ts';
import { checkName, checkServer } from './server-rules.ts';

/** What makes a definition unusable, one line each; empty when it can be used. */
export function validateServerConfig(name: string, config: unknown): string[] {
  const { findings, report } = collect();
  checkServer(config as Value | undefined, [name], report);
  return findings.filter(isFlaw).map((finding) => {
    const field = (finding.path ?? []).slice(1).join('.');
    return `Server "${name}"${field ? ` (${field})` : ''}: ${describe(finding).message}`;
  });
}

/** A name that files may hold is not one for a new server. */
function isFlaw(finding: Diagnostic): boolean {
  return isError(finding) || finding.code === 'name-characters' || finding.code === 'name-too-long';
}

/** What is wrong with a name for a new server, or undefined. */
export function validateServerName(name: string): string | undefined {
  const { findings, report } = collect();
  checkName(name, [name], report);
  const [first] = findings;
  return first && describe(first).message;
}
