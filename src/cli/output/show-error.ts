import type { Option } from 'commander';
import type { Diagnostic } from '../../model/diagnostics/diagnostic.ts';
import { PlugboardError } from '../../model/diagnostics/error.ts';
import { maskLine } from '../../model/secrets/secret.ts';
import { visible } from '../../model/visible.ts';
import { nodeHost } from '../../store/host/node-host.ts';
import { failureOf } from '../program/failure.ts';
import { toJson } from './diagnostic-as-data.ts';
import { hintFor } from './hints.ts';
import type { Output } from './output.ts';
import { printDiagnostics } from './print-diagnostics.ts';

/** Reports an error and sets the exit code. `options` are those of the failed command. */
export async function showError(error: PlugboardError, output: Output, options: readonly Option[]): Promise<void> {
  if ('unread' in error.data && error.data.unread) output.unread(error.data.unread, true);
  const issues = issuesOf(error);
  output.excludeReported(issues);
  const details = issues.map(toJson);
  output.fail(failureOf(error, { hint: hintFor(error, options), ...(details.length > 0 ? { details } : {}) }));
  // Diagnostics have absolute paths, so the working directory does not matter.
  await printDiagnostics(issues, nodeHost('/'), output);
}

function issuesOf({ data }: PlugboardError): readonly Diagnostic[] {
  if ('diagnostics' in data) return data.diagnostics;
  return 'references' in data ? data.references : [];
}

/** Reports an internal error, with the stack trace at `--verbose`. */
export function showInternalError(error: unknown, output: Output): void {
  const { message, stack = '' } = error instanceof Error ? error : new Error(String(error));
  const hint = output.verbose ? undefined : 'run it again with --verbose to see where it happened';
  output.fail(failureOf(new PlugboardError('internal', { message: maskLine(message) }), { hint }));
  for (const line of maskLine(stack).split('\n')) output.detail(visible(line));
}
