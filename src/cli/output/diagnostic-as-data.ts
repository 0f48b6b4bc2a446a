import { describe, type Diagnostic } from '../../model/diagnostics/diagnostic.ts';

/** A diagnostic as JSON data. */
export function toJson(issue: Diagnostic): Record<string, unknown> {
  const { message, fix } = describe(issue);
  const { code, severity, file, range, path } = issue;
  return {
    code,
    severity,
    message,
    file,
    line: range?.start.line,
    column: range?.start.column,
    range,
    path,
    hint: fix,
  };
}
