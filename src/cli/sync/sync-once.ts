import { cellAsData } from '../../manage/sync/cell-data.ts';
import type { DecideIn } from '../../manage/sync/evaluate.ts';
import { sync, type SyncOptions, type SyncPlan } from '../../manage/sync/sync.ts';
import { PlugboardError } from '../../model/diagnostics/error.ts';
import type { Plan } from '../../store/write/plan.ts';
import { withProgress } from '../output/progress.ts';
import { carryOut } from '../plan/carry-out.ts';
import type { CommandContext } from '../program/command-context.ts';
import { ExitCode } from '../program/exit-code.ts';
import { failureOf } from '../program/failure.ts';
import { conflictLines } from './cell-lines.ts';
import { conflictSteps } from './next-steps.ts';
import { reportCells, undoneBy } from './report-cells.ts';

/** Syncs once. Returns false if a conflict is left, or if it was declined. */
export async function syncOnce(
  context: CommandContext,
  options: SyncOptions,
  approve: readonly string[] = [],
): Promise<boolean> {
  const { host, output } = context;
  let decide: DecideIn | undefined;
  let planned: SyncPlan | undefined;
  const build = async (): Promise<Plan> => {
    const made = await withProgress(output, 'Comparing', () => sync(host, { ...options, decide }));
    planned = made;
    const conflicts = made.cells.filter(({ outcome }) => outcome === 'conflict').length;
    if (conflicts > 0) throw new PlugboardError('sync-conflict', { count: conflicts });
    return made.plan;
  };
  const more = (): Record<string, unknown> => ({ cells: planned?.cells.map(cellAsData) ?? [] });
  for (;;)
    try {
      const isDone = await carryOut(context, build, more, approve, undefined, () => planned && undoneBy(planned));
      if (isDone && planned && !output.json) reportCells(planned, options, context);
      return isDone;
    } catch (error) {
      if (!(error instanceof PlugboardError && error.code === 'sync-conflict') || !planned) throw error;
      if (!context.interactive || context.globals.dryRun || decide) return refuse(error, planned, context);
      const { askConflicts } = await import('./ask-conflicts.ts');
      decide = await askConflicts(planned.cells, output);
    }
}

function refuse(error: PlugboardError, { cells }: SyncPlan, { output }: CommandContext): false {
  const failure = { ...failureOf(error), hint: conflictSteps(cells) };
  output.exitCode = ExitCode.conflict;
  if (output.json) {
    output.document({
      ok: false,
      data: { written: false, cells: cells.map(cellAsData) },
      warnings: [],
      errors: [failure],
    });
    return false;
  }
  for (const line of conflictLines(cells, output)) output.print(line);
  output.fail(failure);
  return false;
}
