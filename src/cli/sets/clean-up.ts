import type { Command } from 'commander';
import { count } from '../../model/count.ts';
import type { Host } from '../../model/host.ts';
import { shortPath } from '../../model/short-path.ts';
import { visible } from '../../model/visible.ts';
import { applyCleanup, type Cleanup, type CleanupResult, planCleanup } from '../../sets/cleanup.ts';
import type { StaleSelection } from '../../sets/stale-selection.ts';
import type { CommandContext } from '../program/command-context.ts';
import { withExamples } from '../program/examples.ts';
import { ExitCode } from '../program/exit-code.ts';
import { declareDirectory, directoryOf } from './set-directory.ts';

export function setUpCleanup(sets: Command, context: CommandContext): void {
  const cleanup = sets.command('cleanup');
  cleanup.description('Remove broken links and stale selections.');
  withExamples(cleanup, 'sets cleanup', 'sets cleanup --dry-run', 'sets cleanup --yes');
  declareDirectory(cleanup).action(() => cleanUp(context, directoryOf(cleanup, context.host)));
}

async function cleanUp(context: CommandContext, directory: string): Promise<void> {
  const { host, output, globals } = context;
  const plan = await planCleanup(host, directory);
  const amount = plan.links.length + plan.selections.length + plan.leftovers.length;
  if (globals.dryRun || amount === 0) return tell(context, plan, amount);
  if (context.interactive && !globals.yes) {
    tell(context, plan, amount);
    const { confirm } = await import('../input/ask.ts');
    if (!(await confirm('Remove this?'))) {
      output.exitCode = ExitCode.failed;
      return output.talk('Nothing removed.');
    }
  }
  report(context, await applyCleanup(host, plan));
}

/** Prints what would be removed. */
function tell({ host, output, globals }: CommandContext, plan: Cleanup, amount: number): void {
  if (output.json) return output.data({ ...plan, removed: false });
  for (const { path, target } of plan.links)
    output.print(`- link ${shortPath(path, host)} points to ${visible(target)}, which does not exist`);
  for (const stale of plan.selections) output.print(`- selection ${inWords(stale, host)}`);
  for (const path of plan.leftovers) output.print(`- file ${shortPath(path, host)} is incomplete`);
  if (amount === 0) output.print('Nothing to clean up.');
  else if (globals.dryRun) output.talk(`Would clean up ${count(amount, 'file')}. Run without --dry-run to do so.`);
}

function inWords({ path, why, project, directory, gone, left }: StaleSelection, host: Host): string {
  const whose = project === undefined ? shortPath(path, host) : `for ${shortPath(project, host)}`;
  if (why === 'unreadable') return `${whose} cannot be read`;
  if (why === 'project-gone') return `${whose}, which no longer exists`;
  if (why === 'directory-gone') return `${whose} from ${shortPath(directory ?? '', host)}, which no longer exists`;
  const sets = gone.map(visible).join(', ');
  return left
    ? `${whose} contains missing sets: ${sets}; the rest is kept`
    : `${whose} contains only missing sets: ${sets}`;
}

function report({ host, output }: CommandContext, result: CleanupResult): void {
  const { links, selections, trimmed, leftovers, failed } = result;
  if (failed.length > 0) output.exitCode = ExitCode.failed;
  if (output.json) return output.data({ ...result, removed: true });
  const parts = [
    [links.length, 'broken link', 'removed'],
    [selections.length, 'stale selection', 'removed'],
    [trimmed.length, 'stale selection', 'shortened'],
    [leftovers.length, 'incomplete file', 'removed'],
  ] as const;
  for (const [amount, what, done] of parts)
    if (amount > 0) output.print(`${output.mark('ok')} ${count(amount, what)} ${done}`);
  for (const { path, reason } of failed)
    output.talk(`${output.mark('error')} ${shortPath(path, host)}: ${visible(reason)}`);
}
