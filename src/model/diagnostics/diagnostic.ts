import { withShownPaths } from '../short-path.ts';
import type { Path } from '../value.ts';
import { catalog } from './diagnostic-catalog.ts';
import type { Severity } from './diagnostic-entry.ts';
import type { Range } from './position.ts';

export type DiagnosticCode = keyof typeof catalog;
export type DiagnosticArgs<C extends DiagnosticCode> = Parameters<(typeof catalog)[C]['message']>[0];

/** The location of a diagnostic, as far as it is known. */
export interface Place {
  readonly file?: string;
  readonly range?: Range;
  /** Keys from the root of the document to the entry. */
  readonly path?: Path;
}

/** A problem in the input as data; `describe` renders it as text. */
export type Diagnostic = {
  [C in DiagnosticCode]: Place & { readonly code: C; readonly severity: Severity; readonly args: DiagnosticArgs<C> };
}[DiagnosticCode];

export function diagnostic<C extends DiagnosticCode>(code: C, args: DiagnosticArgs<C>, place: Place = {}): Diagnostic {
  return { code, severity: catalog[code].severity, args, ...place } as Diagnostic;
}

/** The message and the fix as text. */
export function describe(issue: Diagnostic): { message: string; fix?: string } {
  // The union pairs each code with its own arguments, which TypeScript cannot follow through the lookup.
  const entry = catalog[issue.code] as { message(args: unknown): string; fix?(args: unknown): string };
  const args = withShownPaths(issue.args);
  const message = entry.message(args);
  return entry.fix ? { message, fix: entry.fix(args) } : { message };
}

export function isError(issue: Diagnostic): boolean {
  return issue.severity === 'error';
}
