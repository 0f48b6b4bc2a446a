import type { Command } from 'commander';
import { inProfile } from '../../manage/sync/active-profile.ts';
import {
  createProfile,
  findProfile,
  type FoundProfile,
  listProfiles,
  profilesInUse,
  setProfile,
} from '../../manage/sync/profiles.ts';
import { count } from '../../model/count.ts';
import type { Profile } from '../../model/fields/catalog-fields.ts';
import { shortPath } from '../../model/short-path.ts';
import { visible } from '../../model/visible.ts';
import { type ApproveFlag, declareApprove } from '../approvals/approve-flag.ts';
import { collect } from '../input/server-flags.ts';
import { toJson } from '../output/diagnostic-as-data.ts';
import { printDiagnostics } from '../output/print-diagnostics.ts';
import { inColumns } from '../output/table.ts';
import { carryOut } from '../plan/carry-out.ts';
import type { CommandContext, CommandSetup } from '../program/command-context.ts';
import { withExamples } from '../program/examples.ts';
import { ExitCode } from '../program/exit-code.ts';
import { listByDefault } from '../program/subcommands.ts';
import { changedProfile, type ProfileFlags } from '../sync/profile-flags.ts';

interface Place {
  readonly project?: boolean;
}

export const setUpProfile: CommandSetup = (command, context) => {
  withExamples(command, 'profile', 'profile create review github linear', 'profile use review').usage(
    '[list] | show | create | edit | remove | use',
  );
  listByDefault(command, 'List the profiles of the catalogs here.', async () => list(context)).alias('ls');
  setUpShow(command, context);
  setUpChanges(command, context);
  setUpUse(command, context);
};

async function list({ host, output }: CommandContext): Promise<void> {
  const [found, inUse] = [await listProfiles(host), await profilesInUse(host)];
  const missing = inUse.flatMap(({ problem }) => problem ?? []);
  if (missing.length > 0) output.exitCode = ExitCode.invalidConfig;
  if (output.json)
    return output.document({
      ok: missing.length === 0,
      data: { profiles: found.map(asData) },
      warnings: [],
      errors: missing.map(toJson),
    });
  await printDiagnostics(missing, host, output);
  if (found.length === 0) {
    output.print('No profiles yet.');
    return output.talk('Create one with: plugboard profile create <profile> <servers...>');
  }
  const rows = found.map((one) => [
    `${output.mark(one.isActive ? 'ok' : 'none')} ${visible(one.name)}`,
    one.isActive ? 'in use' : '',
    count(one.profile.servers.length, 'server'),
    shortPath(one.catalog.path, host),
  ]);
  for (const line of inColumns(rows)) output.print(line);
}

function setUpShow(profiles: Command, context: CommandContext): void {
  const show = profiles.command('show').description('Show a profile, and the tools it costs each client.');
  withExamples(show, 'profile show review', 'profile show review --json')
    .argument('<profile>', 'name of the profile')
    .action(async (name: string) => {
      const { host, output } = context;
      const found = await findProfile(host, name);
      const { profileBudget, budgetLine } = await import('../sync/profile-budget.ts');
      const budgets = await profileBudget(found, show, context);
      if (output.json) return output.data({ ...asData(found), budgets });
      const { servers, tools = {} } = found.profile;
      output.print(`${output.style('bold', visible(found.name))}  ${shortPath(found.catalog.path, host)}`);
      for (const server of servers) {
        const { allow, deny } = tools[server] ?? {};
        const filters = [...(allow ?? []), ...(deny ?? []).map((tool) => `not ${tool}`)].join(', ');
        const definition = found.catalog.servers.get(server);
        const isEmpty = definition !== undefined && !inProfile(server, definition, found.profile);
        const note = found.missing.includes(server)
          ? 'not in the catalog'
          : isEmpty
            ? `${filters} (left out: the definition allows none of these)`
            : filters;
        output.print(`  ${visible(server)}${note === '' ? '' : `  ${visible(note)}`}`);
      }
      for (const budget of budgets) output.print(budgetLine(budget, output));
    });
}

function setUpChanges(profiles: Command, context: CommandContext): void {
  const create = profiles
    .command('create')
    .description('Create a profile: a named subset of the servers of a catalog.');
  withExamples(create, 'profile create review github linear', "profile create review github --allow 'github:get_*'")
    .argument('<profile>', 'name of the profile')
    .argument('<servers...>', 'servers of the catalog')
    .option('--project', "define it in the project's catalog");
  declareTools(create).action(async (name: string, servers: string[], flags: ProfileFlags & Place) => {
    const scope = flags.project ? 'project' : 'user';
    const profile = changedProfile({ servers: [] }, { ...flags, add: servers });
    await carryOut(context, () => createProfile(context.host, scope, name, profile));
  });
  const edit = profiles.command('edit').description('Add servers to a profile, remove them, or change their tools.');
  withExamples(edit, 'profile edit review --add linear', "profile edit review --deny 'github:delete_*'")
    .argument('<profile>', 'name of the profile')
    .option('--add <server>', 'server to add; repeatable', collect)
    .option('--remove <server>', 'server to remove; repeatable', collect);
  declareTools(edit).action(async (name: string, flags: ProfileFlags) => {
    const found = await findProfile(context.host, name);
    const changed = changedProfile(found.profile, flags);
    await carryOut(context, () => setProfile(context.host, scopeOf(found), name, changed));
  });
  const remove = profiles
    .command('remove')
    .alias('rm')
    .description('Remove a profile. Its servers stay in the catalog.');
  withExamples(remove, 'profile remove review', 'profile remove review --dry-run')
    .argument('<profile>', 'name of the profile')
    .action(async (name: string) => {
      const found = await findProfile(context.host, name);
      await carryOut(context, () => setProfile(context.host, scopeOf(found), name, undefined));
    });
}

function declareTools(command: Command): Command {
  return command
    .option('--allow <server:tool>', 'tools of a server to offer (glob); repeatable', collect)
    .option('--deny <server:tool>', 'tools of a server to hide (glob); repeatable', collect);
}

function setUpUse(profiles: Command, context: CommandContext): void {
  const use = profiles
    .command('use')
    .description('Sync the clients to a profile: its servers are there, others are not.');
  withExamples(use, 'profile use review', 'profile use --all')
    .argument('[profile]', 'name of the profile')
    .option('--all', 'use all servers again');
  declareApprove(use).action(async (name: string | undefined, { all, approve }: ApproveFlag & { all?: boolean }) => {
    if ((name === undefined) === (all !== true)) use.error('error: name a profile, or use --all for all servers');
    const { useProfile } = await import('../sync/use-profile.ts');
    await useProfile(context, name, use, approve);
  });
}

function scopeOf({ catalog }: FoundProfile): 'user' | 'project' {
  return catalog.target.scope;
}

function asData({ name, profile, catalog, isActive, missing }: FoundProfile): Profile & Record<string, unknown> {
  return { name, ...profile, file: catalog.path, scope: catalog.target.scope, active: isActive, missing };
}
