import type { Command } from 'commander';
import { PlugboardError } from '../../model/diagnostics/error.ts';
import type { Scope } from '../../model/scope.ts';
import { shortPath } from '../../model/short-path.ts';
import { type ApproveFlag, declareApprove } from '../approvals/approve-flag.ts';
import { chooseTargets, scopeHelp } from '../input/targets.ts';
import { carryOut } from '../plan/carry-out.ts';
import type { CommandContext, CommandSetup } from '../program/command-context.ts';
import { withExamples } from '../program/examples.ts';
import { takeBack } from './undo.ts';

interface Options extends ApproveFlag {
  readonly scope?: Scope;
}

export const setUpDisconnect: CommandSetup = (command, context) => {
  withExamples(command, 'disconnect cursor', 'disconnect claude-code --dry-run')
    .argument('<client>', 'client or client:scope')
    .option('-s, --scope <scope>', scopeHelp);
  declareApprove(command).action(async (client: string, options: Options) =>
    disconnect(client, options, command, context),
  );
};

/** Restores the exact bytes; if a file was edited since, removes the gateway entry and restores the replaced ones. */
async function disconnect(
  client: string,
  { scope, approve }: Options,
  command: Command,
  context: CommandContext,
): Promise<void> {
  const { host, output } = context;
  const { connectedBy, planDisconnect } = await import('../gateway/disconnect-plan.ts');
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
  await carryOut(context, () => planDisconnect(host, target), undefined, approve);
}
