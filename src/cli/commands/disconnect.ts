import type { Command } from 'commander';
import { remove } from '../../manage/remove.ts';
import { PlugboardError } from '../../model/error.ts';
import type { Scope } from '../../model/scope.ts';
import { carryOut } from '../carry-out.ts';
import type { CommandContext, CommandSetup } from '../command-context.ts';
import { withExamples } from '../examples.ts';
import { chooseTargets, scopeWords } from '../targets.ts';
import { takeBack } from './undo.ts';

export const setUpDisconnect: CommandSetup = (command, context) => {
  withExamples(command, 'disconnect cursor', 'disconnect claude-code --dry-run')
    .argument('<client>', 'the assistant, or assistant:scope')
    .option('-s, --scope <scope>', scopeWords)
    .action(async (client: string, { scope }: { scope?: Scope }) => disconnect(client, scope, command, context));
};

/** As it was to the last byte; where somebody has edited the file since, only the entry of the gateway goes. */
async function disconnect(
  client: string,
  scope: Scope | undefined,
  command: Command,
  context: CommandContext,
): Promise<void> {
  const { host, output } = context;
  const [{ connectedBy }, { gatewayName }] = await Promise.all([
    import('../gateway/connect-plan.ts'),
    import('../gateway/entry.ts'),
  ]);
  const [target, ...others] = await chooseTargets(host, client, scope, command);
  if (!target || others.length > 0) return command.error('error: disconnect takes one assistant');
  const id = await connectedBy(host, target);
  try {
    if (id !== undefined) return await takeBack(context, id);
  } catch (error) {
    if (!(error instanceof PlugboardError && error.code === 'conflict')) throw error;
    output.talk(`The file has been edited since, so only the entry goes. What ${id} changed: plugboard history ${id}`);
  }
  await carryOut(context, () => remove(host, gatewayName, [target]));
}
