import type { Command } from 'commander';
import { budgetText, isAboveLimit, type ProfileBudget, profileBudgets } from '../../live/tools/profile-budget.ts';
import type { FoundProfile } from '../../manage/sync/profiles.ts';
import type { Output } from '../output/output.ts';
import type { CommandContext } from '../program/command-context.ts';
import { withRuntime } from '../runtime/with-runtime.ts';

/** The budget of each client that gets servers of the profile. Starts nothing. */
export async function profileBudget(
  found: FoundProfile,
  command: Command,
  context: CommandContext,
): Promise<readonly ProfileBudget[]> {
  let budgets: readonly ProfileBudget[] = [];
  await withRuntime(context, command, {}, false, async ({ runtime }) => {
    budgets = await profileBudgets(found, runtime, context.host);
  });
  return budgets;
}

/** `✓ cursor:user  3 servers, 41 tools, about 9,000 tokens`, with a warning above the limit of the client. */
export function budgetLine(budget: ProfileBudget, output: Output): string {
  return `${output.mark(isAboveLimit(budget) ? 'warning' : 'info')} ${budget.client}  ${budgetText(budget)}`;
}
