import { remove } from '../../manage/remove.ts';
import type { Scope } from '../../model/scope.ts';
import { scopeHelp, targetsWith, targetHelp } from '../input/targets.ts';
import { carryOut } from '../plan/carry-out.ts';
import type { CommandSetup } from '../program/command-context.ts';
import { withExamples } from '../program/examples.ts';

export const setUpRemove: CommandSetup = (command, context) => {
  withExamples(command, 'remove github --from claude-code,cursor', 'remove github --from all --dry-run')
    .argument('<name>', 'name of the server')
    .option('--from <clients>', `where to remove it: ${targetHelp}; default: your Plugboard catalog`)
    .option('-s, --scope <scope>', scopeHelp)
    .option('--force', 'remove it even if permissions, subagents or hooks refer to it')
    .action(async (name: string, options: { from?: string; scope?: Scope; force?: boolean }) => {
      const { host } = context;
      const targets = await targetsWith(context, name, options.from, options.scope, command);
      await carryOut(context, () => remove(host, name, targets, { evenIfReferenced: options.force ?? false }));
    });
};
