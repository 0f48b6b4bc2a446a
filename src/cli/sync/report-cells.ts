import { isDrift, isObstructed, placeName, type SyncCell } from '../../manage/sync/sync-cell.ts';
import type { SyncOptions, SyncPlan } from '../../manage/sync/sync.ts';
import { visible } from '../../model/visible.ts';
import type { Undone } from '../output/output.ts';
import type { CommandContext } from '../program/command-context.ts';
import { ExitCode } from '../program/exit-code.ts';
import { changeLines, stateOf } from './cell-lines.ts';
import { differenceIssues } from './drift-issues.ts';
import { isContested, pullSteps } from './next-steps.ts';

/** Returns what a sync could not do; undefined if it did everything. */
export function undoneBy({ cells, issues }: Pick<SyncPlan, 'cells' | 'issues'>): Undone | undefined {
  const contested = cells.filter((cell) => cell.outcome === 'keep' && isDrift(cell) && isContested(cell));
  const blocked = cells.filter(isObstructed);
  if (contested.length + blocked.length + issues.length === 0) return undefined;
  const unread = blocked.flatMap(({ problems = [] }) => problems);
  const others = [...contested, ...blocked.filter(({ problems }) => problems === undefined)];
  return {
    exitCode: contested.length > 0 ? ExitCode.conflict : ExitCode.invalidConfig,
    issues: [...new Set([...unread, ...issues]), ...differenceIssues(others)],
  };
}

/** Prints what a sync left as it is. */
export function reportCells({ cells, hasTargets }: SyncPlan, options: SyncOptions, context: CommandContext): void {
  const { output } = context;
  printLeftCells(cells, options, context);
  if (!hasTargets) output.talk(output.style('dim', noTargets));
}

function leftCells(cells: readonly SyncCell[], { prune }: SyncOptions): SyncCell[] {
  return cells.filter((cell) => {
    if (cell.outcome === 'blocked') return true;
    return cell.outcome === 'prune' ? !prune : cell.outcome === 'keep' && isDrift(cell);
  });
}

/** Prints what a sync left as it is, and how to go on. */
export function printLeftCells(cells: readonly SyncCell[], options: SyncOptions, { output }: CommandContext): void {
  const left = leftCells(cells, options);
  for (const cell of left) {
    const sign = output.mark(isObstructed(cell) ? 'error' : 'warning');
    output.print(`${sign} ${visible(cell.name)} in ${placeName(cell)}: ${visible(stateOf(cell))}`);
    const edits = cell.changes.filter(({ by }) => by === 'theirs' || by === 'both');
    for (const change of edits) for (const line of changeLines(cell, change)) output.print(line);
  }
  const edited = left.filter((cell) => cell.outcome === 'keep' && !isContested(cell));
  const hints = [
    ...(edited.length > 0 ? [pullSteps(edited)] : []),
    ...(left.some(isContested)
      ? ['Decide what both sides define: plugboard sync --prefer mine (the catalog) or --prefer theirs (the client)']
      : []),
    ...(left.some(({ outcome }) => outcome === 'prune')
      ? ['Remove what is no longer wanted: plugboard sync --prune']
      : []),
  ];
  for (const hint of hints) output.talk(output.style('dim', hint));
}

const noTargets = `No server of the catalog names clients yet. Name them: plugboard edit <name> --set targets='["*"]'`;
