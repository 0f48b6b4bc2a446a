import { describe, type Diagnostic, isError } from '../../model/diagnostics/diagnostic.ts';
import { isPlainName, maxNameLength } from '../../model/server-name.ts';
import type { Server } from '../../model/server.ts';
import type { Value } from '../../model/value.ts';
import { collect } from '../../validate/report.ts';
import { checkServer as checkDefinition } from '../../validate/server-rules.ts';
import { Refusal } from '../refusal.ts';

/** The rule for names that people create on the page. Names that are there already stay as they are. */
export function checkNewName(name: string, field: string): void {
  if (isPlainName(name)) return;
  const message =
    name.length > maxNameLength
      ? `A name has at most ${maxNameLength} characters.`
      : 'A name has only lower-case letters, digits, - and _.';
  throw new Refusal(400, { code: 'server-invalid', field, message });
}

/** Refuses what no client could use, and names the field. */
export function checkServer(name: string, server: Server, field: string): void {
  const { findings, report } = collect();
  checkDefinition(server as Value, [name], report);
  const flaw = findings.find((finding) => isFlaw(finding) && !finding.code.startsWith('name-'));
  if (!flaw) return;
  const at = [field, ...(flaw.path ?? []).slice(1)].join('.');
  throw new Refusal(400, { code: 'server-invalid', field: at, message: describe(flaw).message });
}

/** A number that clients would ignore is tolerated in files, but nobody should write one anew. */
function isFlaw(finding: Diagnostic): boolean {
  return isError(finding) || ['timeout', 'retries'].includes(String(finding.path?.[1]));
}
