import { shownChange } from '../../manage/sync/cell-data.ts';
import { isDrift, placeName, type SyncCell } from '../../manage/sync/sync-cell.ts';
import type { SyncOptions, SyncPlan } from '../../manage/sync/sync.ts';
import { visible } from '../../model/visible.ts';
import type { CommandContext } from '../program/command-context.ts';
import { ExitCode } from '../program/exit-code.ts';
import { changeLines, stateOf } from './cell-lines.ts';

/** Prints what a sync left as it is, and sets the exit code for what it could not do. */
export function reportCells(
  { cells, issues, hasTargets }: SyncPlan,
  options: SyncOptions,
  context: CommandContext,
): void {
  const { output } = context;
  const left = leftCells(cells, options);
  const isBlocked = left.some(({ blocked }) => blocked !== undefined && blocked !== 'refused');
  if (left.some(isContested)) output.exitCode = ExitCode.conflict;
  else if (isBlocked || issues.length > 0) output.exitCode = ExitCode.invalidConfig;
  if (output.json) return;
  printLeftCells(cells, options, context);
  if (!hasTargets) output.talk(output.style('dim', noTargets));
}

/** Whether a field has different values on both sides, and it is unknown whose counts. */
function isContested({ changes }: SyncCell): boolean {
  return changes.some(({ by }) => by === 'both');
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
    const sign = output.mark(cell.outcome === 'blocked' ? 'error' : 'warning');
    output.print(`${sign} ${visible(cell.name)} in ${placeName(cell)}: ${visible(stateOf(cell))}`);
    const edits = cell.changes.filter(({ by }) => by === 'theirs' || by === 'both');
    for (const change of edits) for (const line of changeLines(shownChange(change))) output.print(line);
  }
  const hints = [
    ...(left.some((cell) => cell.outcome === 'keep' && !isContested(cell))
      ? ['Take these edits into the catalog: plugboard sync --pull']
      : []),
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
