import type { Value } from '../../../src/model/value.ts';
import { collect } from '../../../src/validate/report.ts';
import { checkServer } from '../../../src/validate/server-rules.ts';

/** `code at.path` for everything found about a server called `x`. */
export function findingsOf(server: unknown, name = 'x'): string[] {
  const { findings, report } = collect();
  checkServer(server as Value, [name], report);
  return findings.map(({ code, path }) => `${code} ${(path ?? []).slice(1).join('.')}`.trimEnd());
}
