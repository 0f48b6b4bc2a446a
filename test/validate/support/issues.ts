import type { Value } from '../../../src/model/value.ts';
import { collect } from '../../../src/validate/report.ts';
import { checkServer } from '../../../src/validate/server-rules.ts';

/** `code at.path` for everything found about a server called `x`. */
export function issuesOf(server: unknown, name = 'x'): string[] {
  const { issues, report } = collect();
  checkServer(server as Value, [name], report);
  return issues.map(({ code, path }) => `${code} ${(path ?? []).slice(1).join('.')}`.trimEnd());
}
