import type { Issue } from '../../doctor/types.ts';
import { PlanDraft } from '../../manage/plan/plan-draft.ts';
import { cellAsData } from '../../manage/sync/cell-data.ts';
import { evaluate } from '../../manage/sync/evaluate.ts';
import { isDrift, type MergedCell, placeName } from '../../manage/sync/sync-cell.ts';
import type { SyncOptions } from '../../manage/sync/sync.ts';
import { count } from '../../model/count.ts';
import type { Diagnostic } from '../../model/diagnostics/diagnostic.ts';
import { PlugboardError } from '../../model/diagnostics/error.ts';
import { version } from '../../model/version.ts';
import { checkoutAround } from '../../trust/territory.ts';
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
  const { cells, issues, hasTargets } = await withProgress(output, 'Comparing', () =>
    evaluate(new PlanDraft(host, ''), { only }),
  );
  const drift = cells.filter((cell) => isDrift(cell));
  const problems = [...issues, ...problemsIn(cells)];
  if (problems.length > 0) output.exitCode = ExitCode.invalidConfig;
  else if (drift.length > 0) output.exitCode = ExitCode.issues;
  if (format === 'sarif') {
    const { toSarif } = await import('../../doctor/sarif.ts');
    return output.raw(
      `${jsonText(toSarif([...asIssues(problems), ...driftIssues(cells)], version, checkoutAround(host.cwd) ?? host.cwd))}\n`,
    );
  }
  if (format === 'github') {
    const { githubAnnotations } = await import('../output/github-annotations.ts');
    for (const line of githubAnnotations(
      [...asIssues(problems), ...driftIssues(cells)],
      checkoutAround(host.cwd) ?? host.cwd,
    ))
      output.raw(`${line}\n`);
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
  if (cells.length > 0) output.print('');
  output.print(hasTargets || cells.length > 0 ? `${summary}.` : 'No server of the catalog names clients.');
  if (drift.length > 0) output.talk(output.style('dim', 'See what a sync would change: plugboard sync --dry-run'));
}

/** The problems of files that cannot be read, once each. */
function problemsIn(cells: readonly MergedCell[]): Diagnostic[] {
  return [...new Set(cells.flatMap((cell) => cell.problems ?? []))];
}

function asIssues(problems: readonly Diagnostic[]): Issue[] {
  return problems.map((problem) => ({ ...problem, evidence: [] }));
}

function summaryOf(cells: readonly MergedCell[], drift: readonly MergedCell[]): string {
  const files = count(new Set(cells.map(placeName)).size, 'client');
  const refused = cells.filter((cell) => cell.outcome === 'blocked' && !isDrift(cell)).length;
  const left = refused === 0 ? '' : `, ${refused} not for its client`;
  return `${cells.length - drift.length - refused} in sync, ${drift.length} out of sync${left} (${files})`;
}
