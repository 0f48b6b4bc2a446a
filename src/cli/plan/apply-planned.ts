import { visibleChanges } from '../../manage/plan/plan-words.ts';
import type { Plan } from '../../store/write/plan.ts';
import type { CommandContext } from '../program/command-context.ts';
import { showPlan } from './show-plan.ts';

/** Writes a plan whose content the command reports itself. At a terminal it is shown and confirmed first. */
export async function applyPlanned(context: CommandContext, plan: Plan): Promise<boolean> {
  const { host, globals } = context;
  if (globals.dryRun || visibleChanges(plan, host).length === 0) return false;
  if (context.interactive && !globals.yes) {
    await showPlan(plan, context, 'stderr');
    const { confirm } = await import('../input/ask.ts');
    if (!(await confirm('Write this?'))) return false;
  }
  const { applyPlan } = await import('../../store/write/apply-plan.ts');
  return (await applyPlan(host, plan)) !== undefined;
}
