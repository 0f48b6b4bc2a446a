import type { Command } from 'commander';
import { findProfile, type FoundProfile, profilesInUse } from '../../manage/sync/profiles.ts';
import type { SyncOptions } from '../../manage/sync/sync.ts';
import type { CommandContext } from '../program/command-context.ts';
import { syncOnce } from './sync-once.ts';

/** Syncs the clients to a profile, or to all servers. Entries that are no longer wanted go, unless they were edited. */
export async function useProfile(
  context: CommandContext,
  name: string | undefined,
  command: Command,
  approve: readonly string[] | undefined,
): Promise<void> {
  const { host, output } = context;
  const found = name === undefined ? undefined : await findProfile(host, name);
  const catalogs = found ? [found.catalog] : (await profilesInUse(host)).map(({ catalog }) => catalog);
  if (catalogs.length === 0) {
    if (output.json) return output.data({ written: false });
    return output.print('No profile is in use.');
  }
  const profiles = catalogs.map(({ path }) => ({ catalog: path, name }));
  const options: SyncOptions = { prune: true, profiles };
  if (!(await syncOnce(context, options, approve)) || !found || output.json) return;
  await warnAboveLimits(found, command, context);
}

async function warnAboveLimits(found: FoundProfile, command: Command, context: CommandContext): Promise<void> {
  const { profileBudget, budgetLine } = await import('./profile-budget.ts');
  for (const budget of await profileBudget(found, command, context))
    context.output.print(budgetLine(budget, context.output));
}
