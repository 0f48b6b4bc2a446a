import { PlanDraft } from '../../manage/plan/plan-draft.ts';
import { cellAsData } from '../../manage/sync/cell-data.ts';
import { evaluate } from '../../manage/sync/evaluate.ts';
import { isDrift, type MergedCell, placeName } from '../../manage/sync/sync-cell.ts';
import type { SyncOptions } from '../../manage/sync/sync.ts';
import { count } from '../../model/count.ts';
import { PlugboardError } from '../../model/diagnostics/error.ts';
import { version } from '../../model/version.ts';
import { toJson } from '../output/diagnostic-as-data.ts';
import { jsonText } from '../output/json-text.ts';
import { printDiagnostics } from '../output/print-diagnostics.ts';
import { withProgress } from '../output/progress.ts';
import type { CommandContext } from '../program/command-context.ts';
import { ExitCode } from '../program/exit-code.ts';
import { failureOf } from '../program/failure.ts';
import { cellLines } from './cell-lines.ts';
import { driftIssues } from './drift-issues.ts';

/** Reports differences between catalog and clients. Writes nothing. */
export async function checkSync(context: CommandContext, { only }: SyncOptions, format: string): Promise<void> {
  const { host, output } = context;
  const { cells } = await withProgress(output, 'Comparing', () => evaluate(new PlanDraft(host, ''), { only }));
  const drift = cells.filter((cell) => isDrift(cell));
  const problems = cells.flatMap((cell) => cell.problems ?? []);
  if (problems.length > 0) output.exitCode = ExitCode.invalidConfig;
  else if (drift.length > 0) output.exitCode = ExitCode.issues;
  if (format === 'sarif') {
    const { toSarif } = await import('../../doctor/sarif.ts');
    return output.raw(`${jsonText(toSarif(driftIssues(cells), version, host.cwd))}\n`);
  }
  if (format === 'github') {
    const { githubAnnotations } = await import('../output/github-annotations.ts');
    for (const line of githubAnnotations(driftIssues(cells), host.cwd)) output.print(line);
    return;
  }
  const summary = summaryOf(cells, drift);
  if (output.json) {
    const errors = drift.length > 0 ? [failureOf(new PlugboardError('differs', { summary }))] : [];
    return output.document({
      ok: output.exitCode === ExitCode.ok,
      data: { cells: cells.map(cellAsData) },
      warnings: [],
      errors: [...problems.map(toJson), ...errors],
    });
  }
  await printDiagnostics(problems, host, output);
  for (const line of cellLines(cells, output)) output.print(line);
  output.print(cells.length === 0 ? 'No server of the catalog names clients.' : `\n${summary}.`);
  if (drift.length > 0) output.talk(output.style('dim', 'See what a sync would change: plugboard sync --dry-run'));
}

function summaryOf(cells: readonly MergedCell[], drift: readonly MergedCell[]): string {
  const files = count(new Set(cells.map(placeName)).size, 'client');
  return `${cells.length - drift.length} in sync, ${drift.length} out of sync (${files})`;
}
