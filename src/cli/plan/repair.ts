import { planRepairs, repairsOf } from '../../doctor/repairs.ts';
import type { Issue } from '../../doctor/types.ts';
import { visible } from '../../model/visible.ts';
import type { CommandContext } from '../program/command-context.ts';
import { carryOut } from './carry-out.ts';

/** Applies all repairs at once, so that one undo reverts them. Returns whether the state may have improved. */
export async function repair(
  context: CommandContext,
  issues: readonly Issue[],
  approve?: readonly string[],
): Promise<boolean> {
  const { output, host, globals } = context;
  const { planned, direct } = repairsOf(issues);
  if (planned.length + direct.length === 0) {
    output.talk('Nothing that Plugboard can repair automatically.');
    return true;
  }
  if (planned.length > 0) {
    // Remaining issues are found by another check, so losses do not count here.
    await carryOut(context, () => planRepairs(host, planned), undefined, approve, new Set());
  }
  if (globals.dryRun) {
    for (const { title: what } of direct) output.talk(`Would also ${visible(what)}.`);
    return false;
  }
  for (const fix of direct) {
    await fix.run();
    output.talk(`${output.mark('ok')} ${visible(fix.title)}`);
  }
  return !output.json;
}
