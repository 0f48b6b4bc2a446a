import { ignoredValues } from '../../manage/definitions/usable-server.ts';
import { describe, type Diagnostic, type DiagnosticCode } from '../../model/diagnostics/diagnostic.ts';
import { PlugboardError } from '../../model/diagnostics/error.ts';
import type { Server } from '../../model/server.ts';
import { getOwn, type Value, type ValueMap } from '../../model/value.ts';
import { requireMap } from '../../validate/field-types.ts';
import { collect } from '../../validate/report.ts';
import { checkServer } from '../../validate/server-rules.ts';

/** What a file may hold without being of no use, but nobody writes who knows that it is ignored. */
const ignored: readonly DiagnosticCode[] = [...ignoredValues, 'switch-conflict', 'platform-unknown'];

/** Fields that clients spell in many ways and our own definition in one. */
const maps = ['tools', 'extras'];

/** The changed server, if the change brings in nothing that would be ignored. What was there before stays. */
export function withoutNewFlaws(name: string, before: Server, after: Server): Server {
  const known = new Set(flawsIn(name, before));
  const flaws = flawsIn(name, after).filter((flaw) => !known.has(flaw));
  if (flaws.length > 0) throw new PlugboardError('server-invalid', { name, flaws });
  return after;
}

function flawsIn(name: string, server: Server): string[] {
  const { findings, report } = collect();
  checkServer(server as Value, [name], report);
  const flaws = findings.filter(({ code }) => ignored.includes(code));
  const kinds = collect();
  for (const field of maps) {
    const value = getOwn(server as ValueMap, field);
    if (value !== undefined) requireMap(value, [name, field], kinds.report);
  }
  return [...flaws, ...kinds.findings].map((flaw) => inWords(name, flaw));
}

function inWords(name: string, flaw: Diagnostic): string {
  const field = (flaw.path ?? []).slice(1).join('.');
  return `Server "${name}" (${field}): ${describe(flaw).message.replace(/; it is ignored$/, '')}`;
}
