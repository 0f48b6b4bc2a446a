import { describe, type Diagnostic, isError } from '../model/diagnostics/diagnostic.ts';
import type { Value } from '../model/value.ts';
import { collect } from './report.ts';
import { checkName, checkServer } from './server-rules.ts';

/** The errors of a definition, one line each; empty if it is valid. */
export function validateServerConfig(name: string, config: unknown): string[] {
  const { issues, report } = collect();
  checkServer(config as Value | undefined, [name], report);
  return issues.filter(isErrorForNewServer).map((issue) => {
    const field = (issue.path ?? []).slice(1).join('.');
    return `Server "${name}"${field ? ` (${field})` : ''}: ${describe(issue).message}`;
  });
}

/** A name that is only a warning in files is an error for a new server. */
function isErrorForNewServer(issue: Diagnostic): boolean {
  return isError(issue) || issue.code === 'name-characters' || issue.code === 'name-too-long';
}

/** Why a name is invalid for a new server, or undefined. */
export function validateServerName(name: string): string | undefined {
  const { issues, report } = collect();
  checkName(name, [name], report);
  const [first] = issues;
  return first && describe(first).message;
}
