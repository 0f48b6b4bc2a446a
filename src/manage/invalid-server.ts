import { describe, type Diagnostic } from '../model/diagnostics/diagnostic.ts';
import { PlugboardError } from '../model/diagnostics/error.ts';

/** A definition that no client can use, and why. */
export interface InvalidDefinition {
  readonly name: string;
  readonly errors: readonly Diagnostic[];
}

/** The error for using a server whose definition is invalid. */
export function invalidServer({ name, errors }: InvalidDefinition): PlugboardError<'server-invalid'> {
  const [first] = errors;
  const fix = first && describe(first).fix;
  const lines = errors.map((error) => `"${name}" in ${errorLine(error)}`);
  return new PlugboardError('server-invalid', { name, issues: lines, ...(fix !== undefined && { fix }) });
}

/** The diagnostic as `file:line:column: message`. */
export function errorLine(error: Diagnostic): string {
  const { file, range } = error;
  const place = [file, range?.start.line, range?.start.column].filter((part) => part !== undefined).join(':');
  return `${place}: ${describe(error).message}`;
}
