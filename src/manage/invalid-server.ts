import { describe, type Diagnostic } from '../model/diagnostics/diagnostic.ts';
import { PlugboardError } from '../model/diagnostics/error.ts';

/** A definition that no client can use, and why. */
export interface InvalidDefinition {
  readonly name: string;
  readonly flaws: readonly Diagnostic[];
}

/** The error for using a server whose definition is invalid. */
export function invalidServer({ name, flaws }: InvalidDefinition): PlugboardError<'server-invalid'> {
  const [first] = flaws;
  const fix = first && describe(first).fix;
  const lines = flaws.map((flaw) => `"${name}" in ${flawLine(flaw)}`);
  return new PlugboardError('server-invalid', { name, flaws: lines, ...(fix !== undefined && { fix }) });
}

/** The diagnostic as `file:line:column: message`. */
export function flawLine(flaw: Diagnostic): string {
  const { file, range } = flaw;
  const place = [file, range?.start.line, range?.start.column].filter((part) => part !== undefined).join(':');
  return `${place}: ${describe(flaw).message}`;
}
