import { diffWithSecrets, planDiff } from '../../manage/compare/diff.ts';
import { actionOf, reportedLosses, visibleChanges } from '../../manage/plan/plan-words.ts';
import { lossInWords } from '../../model/diagnostics/loss.ts';
import type { Host } from '../../model/host.ts';
import { shortPath, shownPath } from '../../model/short-path.ts';
import { visible } from '../../model/visible.ts';
import type { FileChange, Plan } from '../../store/write/plan.ts';
import { toJson } from '../output/diagnostic-as-data.ts';
import type { Output } from '../output/output.ts';
import { printDiagnostics } from '../output/print-diagnostics.ts';
import type { Lines } from '../output/terminal-lines.ts';
import type { CommandContext } from '../program/command-context.ts';
import type { Failure } from '../program/failure.ts';

/** Prints the diff of every file, and the losses. */
export async function showPlan(
  plan: Plan,
  context: CommandContext,
  to: 'stdout' | 'stderr',
  missing: readonly Failure[] = [],
): Promise<void> {
  const { host, output } = context;
  const changes = visibleChanges(plan, host);
  const print = (lines: Lines): void => (to === 'stdout' ? output.print(lines) : output.talk(lines));
  for (const change of changes) print(diffFor(change, plan, context));
  await showWarnings(plan, context);
  output.partly(undefined, [], missing);
  if (to === 'stderr') return;
  const files = changes.length === 1 ? '1 file' : `${changes.length} files`;
  output.talk(changes.length === 0 ? 'Nothing would change.' : `Would write ${files}. Run without --dry-run to apply.`);
}

/** Additional output after writing. */
interface WrittenOptions {
  readonly missing?: readonly Failure[];
  /** How to revert it. */
  readonly next?: string;
}

export async function showWritten(
  plan: Plan,
  context: CommandContext,
  id: string | undefined,
  { missing = [], next = 'Undo with: plugboard undo' }: WrittenOptions = {},
): Promise<void> {
  const { host, output } = context;
  const changes = visibleChanges(plan, host);
  if (id === undefined) output.print(`${output.mark('none')} Nothing to change: ${visible(plan.title)}`);
  else output.print(`${output.mark('ok')} ${visible(plan.title)}`);
  for (const change of changes)
    output.print(`  ${actionOf(change)} ${change.link ? 'link ' : ''}${shortPath(change.path, host)}`);
  await showWarnings(plan, context);
  output.partly(undefined, [], missing);
  if (id !== undefined && changes.length > 0) output.talk(output.style('dim', next));
}

export function planAsData(plan: Plan, host: Host): Record<string, unknown> {
  const changes = visibleChanges(plan, host).map((change) => ({
    path: change.path,
    change: actionOf(change),
    link: change.link,
    diff: planDiff(change, plan),
  }));
  return { title: plan.title, changes, unwritten: plan.unwritten };
}

export function warningsOf(plan: Plan): unknown[] {
  const lost = reportedLosses(plan).map((loss) => ({ code: 'translation-loss', message: lossInWords(loss), ...loss }));
  return [...lost, ...plan.diagnostics.map(toJson)];
}

async function showWarnings(plan: Plan, { host, output }: CommandContext): Promise<void> {
  for (const loss of reportedLosses(plan)) output.talk(`${output.mark('warning')} ${visible(lossInWords(loss))}`);
  const before = plan.changes.flatMap((change) => (change.before === undefined ? [] : [[change.path, change.before]]));
  await printDiagnostics(plan.diagnostics, host, output, new Map(before as [string, string][]));
}

/** A change of a plan, with secrets if the user asked for them. */
export function diffFor(
  change: FileChange,
  plan: Parameters<typeof planDiff>[1],
  { globals, output }: CommandContext,
): string[] {
  return colored(globals.showSecrets ? diffWithSecrets(change) : planDiff(change, plan), output);
}

/** Colors a diff for the terminal. */
export function colored(diff: string, output: Output): string[] {
  return diff.split('\n').map((line, index) => {
    // The first two lines name the file.
    const shown = visible(index < 2 ? line.slice(0, 4) + shownPath(line.slice(4)) : line);
    if (/^(?:---|\+\+\+) /.test(line)) return output.style('bold', shown);
    if (line.startsWith('@@')) return output.style('cyan', shown);
    if (line.startsWith('-')) return output.style('red', shown);
    return line.startsWith('+') ? output.style('green', shown) : shown;
  });
}
