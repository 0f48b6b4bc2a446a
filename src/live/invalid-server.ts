import { describe, type Diagnostic } from '../model/diagnostics/diagnostic.ts';
import { PlugboardError } from '../model/diagnostics/error.ts';
import type { UnusableServer } from './servers-here.ts';

/** The error for using a server whose definition is invalid. */
export function invalidServer({ name, flaws }: UnusableServer): PlugboardError<'server-invalid'> {
  return new PlugboardError('server-invalid', { name, flaws: flaws.map((flaw) => `"${name}" in ${flawLine(flaw)}`) });
}

/** The diagnostic as `file:line:column: message`. */
export function flawLine(flaw: Diagnostic): string {
  const { file, range } = flaw;
  const place = [file, range?.start.line, range?.start.column].filter((part) => part !== undefined).join(':');
  return `${place}: ${describe(flaw).message}`;
}
