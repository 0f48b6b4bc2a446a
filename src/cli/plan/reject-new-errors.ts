import { ignoredValues } from '../../manage/definitions/usable-server.ts';
import { describe, type Diagnostic, type DiagnosticCode } from '../../model/diagnostics/diagnostic.ts';
import { PlugboardError } from '../../model/diagnostics/error.ts';
import type { Server } from '../../model/server.ts';
import { getOwn, type Value, type ValueMap } from '../../model/value.ts';
import { requireMap } from '../../validate/field-types.ts';
import { collect } from '../../validate/report.ts';
import { checkServer } from '../../validate/server-rules.ts';

/** Values that are valid but ignored by clients, so writing them is a mistake. */
const ignored: readonly DiagnosticCode[] = [...ignoredValues, 'switch-conflict', 'platform-unknown'];

/** Fields that clients spell in many ways but our format in one. */
const maps = ['tools', 'extras'];

/**
 * Returns the changed server, or throws if the change introduces values that would be ignored. Existing ones are
 * accepted.
 */
export function rejectNewErrors(name: string, before: Server, after: Server): Server {
  const known = new Set(issuesIn(name, before));
  const issues = issuesIn(name, after).filter((issue) => !known.has(issue));
  if (issues.length > 0) throw new PlugboardError('server-invalid', { name, issues });
  return after;
}

function issuesIn(name: string, server: Server): string[] {
  const { issues, report } = collect();
  checkServer(server as Value, [name], report);
  const own = issues.filter(({ code }) => ignored.includes(code));
  const kinds = collect();
  for (const field of maps) {
    const value = getOwn(server as ValueMap, field);
    if (value !== undefined) requireMap(value, [name, field], kinds.report);
  }
  return [...own, ...kinds.issues].map((issue) => inWords(name, issue));
}

function inWords(name: string, issue: Diagnostic): string {
  const field = (issue.path ?? []).slice(1).join('.');
  const rejected = { ...issue, args: { ...issue.args, isRejected: true } } as Diagnostic;
  return `Server "${name}" (${field}): ${describe(rejected).message}`;
}
