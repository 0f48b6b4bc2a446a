import { describe, type DiagnosticCode, isError } from '../../model/diagnostics/diagnostic.ts';
import { PlugboardError } from '../../model/diagnostics/error.ts';
import type { Server } from '../../model/server.ts';
import type { Value, ValueMap } from '../../model/value.ts';
import { collect } from '../../validate/report.ts';
import { validateServerConfig } from '../../validate/server-config.ts';
import { checkServer } from '../../validate/server-rules.ts';

/** Issues with values that clients ignore. */
export const ignoredValues: readonly DiagnosticCode[] = [
  'switch-ignored',
  'timeout-ignored',
  'retries-ignored',
  'auth-unknown',
];

export interface Ignored {
  readonly field: string;
  readonly why: string;
}

/** Returns a server without values its client ignores: another client could interpret them differently. */
export function withoutIgnored(name: string, server: Server): { server: Server; ignored: readonly Ignored[] } {
  const { issues, report } = collect();
  checkServer(server as Value, [name], report);
  const ignored = issues
    .filter(({ code }) => ignoredValues.includes(code))
    .map((issue) => ({ field: String(issue.path?.[1]), why: describe(issue).message }));
  if (ignored.length === 0) return { server, ignored };
  const kept: ValueMap = { ...(server as ValueMap) };
  for (const { field } of ignored) delete kept[field];
  return { server: kept, ignored };
}

/** Rejects definitions that no client can use. Names are not checked: clients accept unusual ones. */
export function requireUsable(name: string, server: Server): void {
  const { issues, report } = collect();
  checkServer(server as Value, [name], report);
  if (!issues.some((issue) => isError(issue) && !issue.code.startsWith('name-'))) return;
  throw new PlugboardError('server-invalid', { name, issues: validateServerConfig(name, server) });
}
