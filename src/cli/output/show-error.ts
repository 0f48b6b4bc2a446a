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
import { talkAbout } from './print-diagnostics.ts';

/** Words and exit code of an operation that could not go on. `options` are those of the command that asked for it. */
export async function showError(error: PlugboardError, output: Output, options: readonly Option[]): Promise<void> {
  if ('unread' in error.data && error.data.unread) output.unread(error.data.unread, true);
  const findings = findingsOf(error);
  output.tellElsewhere(findings);
  const details = findings.map(toJson);
  output.fail(failureOf(error, { hint: hintFor(error, options), ...(details.length > 0 ? { details } : {}) }));
  // Findings have absolute paths, so it makes no difference where they are read from.
  await talkAbout(findings, nodeHost('/'), output);
}

function findingsOf({ data }: PlugboardError): readonly Diagnostic[] {
  if ('diagnostics' in data) return data.diagnostics;
  return 'references' in data ? data.references : [];
}

/** A fault of our own. Where it happened is for those who want to know. */
export function showUnforeseen(error: unknown, output: Output): void {
  const { message, stack = '' } = error instanceof Error ? error : new Error(String(error));
  const hint = output.verbose ? undefined : 'run it again with --verbose to see where it happened';
  output.fail(failureOf(new PlugboardError('internal', { message: maskLine(message) }), { hint }));
  for (const line of maskLine(stack).split('\n')) output.detail(visible(line));
}
