import { describe, type Diagnostic, isError } from '../../model/diagnostics/diagnostic.ts';
import { isPlainName, maxNameLength } from '../../model/server-name.ts';
import type { Server } from '../../model/server.ts';
import type { Value } from '../../model/value.ts';
import { collect } from '../../validate/report.ts';
import { checkServer as checkDefinition } from '../../validate/server-rules.ts';
import { HttpError } from '../http-error.ts';

/** The rule for names created on the page. Existing names are kept. */
export function checkNewName(name: string, field: string): void {
  if (isPlainName(name)) return;
  const message =
    name.length > maxNameLength
      ? `A name can have at most ${maxNameLength} characters.`
      : 'A name can contain only lowercase letters, digits, - and _.';
  throw new HttpError(400, { code: 'server-invalid', field, message });
}

/** Rejects definitions that no client can use, and names the field. */
export function checkServer(name: string, server: Server, field: string): void {
  const { issues, report } = collect();
  checkDefinition(server as Value, [name], report);
  const error = issues.find((issue) => isBlocking(issue) && !issue.code.startsWith('name-'));
  if (!error) return;
  const at = [field, ...(error.path ?? []).slice(1)].join('.');
  throw new HttpError(400, { code: 'server-invalid', field: at, message: describe(error).message });
}

/** Ignored numbers are tolerated in files, but new ones are rejected. */
function isBlocking(issue: Diagnostic): boolean {
  return isError(issue) || ['timeout', 'retries'].includes(String(issue.path?.[1]));
}
