import { rename } from '../../manage/rename.ts';
import type { Scope } from '../../model/scope.ts';
import { scopeHelp, targetsWith, targetHelp } from '../input/targets.ts';
import { carryOut } from '../plan/carry-out.ts';
import type { CommandSetup } from '../program/command-context.ts';
import { withExamples } from '../program/examples.ts';

export const setUpRename: CommandSetup = (command, context) => {
  withExamples(command, 'rename gh github --in claude-code', 'rename gh github --in all')
    .argument('<name>', 'name of the server')
    .argument('<new-name>', 'new name of the server')
    .option('--in <clients>', `where: ${targetHelp}; default: your Plugboard catalog`)
    .option('-s, --scope <scope>', scopeHelp)
    .action(async (name: string, to: string, options: { in?: string; scope?: Scope }) => {
      if (name === to) command.error(`error: the server is already named ${name}; choose another name`);
      const { host } = context;
      const targets = await targetsWith(context, name, options.in, options.scope, command);
      await carryOut(context, () => rename(host, name, to, targets));
    });
};
