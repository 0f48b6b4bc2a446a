import type { Command } from 'commander';
import type { Target } from '../../manage/plan/target.ts';
import { PlugboardError } from '../../model/diagnostics/error.ts';
import type { Host } from '../../model/host.ts';
import type { Scope } from '../../model/scope.ts';
import { shortPath } from '../../model/short-path.ts';
import { changesSince } from '../../store/journal/history.ts';
import type { Plan } from '../../store/write/plan.ts';
import { type ApproveFlag, declareApprove } from '../approvals/approve-flag.ts';
import { chooseTargets, scopeHelp } from '../input/targets.ts';
import { carryOut } from '../plan/carry-out.ts';
import type { CommandContext, CommandSetup } from '../program/command-context.ts';
import { withExamples } from '../program/examples.ts';
import { takeBack } from './undo.ts';

interface Options extends ApproveFlag {
  readonly scope?: Scope;
  readonly manage?: boolean;
}

export const setUpDisconnect: CommandSetup = (command, context) => {
  withExamples(command, 'disconnect cursor', 'disconnect claude-code --dry-run', 'disconnect claude-code --manage')
    .argument('<client>', 'client or client:scope')
    .option('--manage', 'remove what connect --manage installed')
    .option('-s, --scope <scope>', scopeHelp);
  declareApprove(command).action(async (client: string, options: Options) =>
    disconnect(client, options, command, context),
  );
};

/** Restores the exact bytes; if a file was edited since, removes the gateway entry and restores the replaced ones. */
async function disconnect(
  client: string,
  { scope, approve, manage }: Options,
  command: Command,
  context: CommandContext,
): Promise<void> {
  const { host, output } = context;
  const { connectedBy, planRemoval } = await removalOf(manage ?? false);
  const [target, ...others] = await chooseTargets(host, client, scope, command);
  if (!target || others.length > 0) return command.error('error: disconnect takes one client');
  const [id, ...earlier] = await connectedBy(host, target);
  try {
    if (id !== undefined && earlier.length === 0) return await takeBack(context, id);
  } catch (error) {
    if (!(error instanceof PlugboardError && error.code === 'conflict')) throw error;
    const { path } = (error as PlugboardError<'conflict'>).data;
    output.talk(`${shortPath(path, host)} was edited since connect. The edits stay.`);
  }
  await carryOut(context, () => planRemoval(host, target), undefined, approve);
}

interface Removal {
  /** Ids of the changes to undo. */
  connectedBy(host: Host, target: Target): Promise<string[]>;
  /** Removes what is there, if the files were edited since. */
  planRemoval(host: Host, target: Target): Promise<Plan>;
}

async function removalOf(isManaging: boolean): Promise<Removal> {
  if (!isManaging) {
    const { connectedBy, planDisconnect } = await import('../gateway/disconnect-plan.ts');
    return { connectedBy, planRemoval: planDisconnect };
  }
  const { installAction, planUninstall, uninstallAction } = await import('../../manage/extension/plan-extension.ts');
  const connectedBy = async (host: Host, target: Target): Promise<string[]> =>
    changesSince(host, { did: installAction(target), undid: uninstallAction(target) });
  return { connectedBy, planRemoval: planUninstall };
}
