import { remove } from '../../manage/remove.ts';
import type { Scope } from '../../model/scope.ts';
import type { Plan } from '../../store/write/plan.ts';
import { chooseReferences, declareReferences, type ReferencesFlag } from '../input/references-choice.ts';
import { scopeHelp, targetsWith, targetHelp } from '../input/targets.ts';
import { carryOut } from '../plan/carry-out.ts';
import type { CommandSetup } from '../program/command-context.ts';
import { withExamples } from '../program/examples.ts';

interface Options extends ReferencesFlag {
  readonly from?: string;
  readonly scope?: Scope;
  readonly force?: boolean;
}

export const setUpRemove: CommandSetup = (command, context) => {
  withExamples(command, 'remove github --from claude-code,cursor', 'remove github --from all --dry-run')
    .argument('<name>', 'name of the server')
    .option('--from <clients>', `where to remove it: ${targetHelp}; default: your Plugboard catalog`)
    .option('-s, --scope <scope>', scopeHelp);
  declareReferences(command, 'without it', 'refuse to remove it')
    .option('--force', 'remove it even if references to it stay')
    .action(async (name: string, options: Options) => {
      const { host } = context;
      const targets = await targetsWith(context, name, options.from, options.scope, command);
      const keeping = async (): Promise<Plan> => remove(host, name, targets, { evenIfReferenced: true });
      const given = options.force ? { references: 'keep', ...options } : options;
      const choice = await chooseReferences(given, keeping, context, command);
      // A choice made at the prompt covers references that must be changed by hand; the plan shows them before the write.
      const evenIfReferenced = options.force === true || choice === 'keep' || options.references === undefined;
      await carryOut(
        context,
        () =>
          remove(host, name, targets, {
            evenIfReferenced: choice !== undefined && evenIfReferenced,
            references: choice === 'rewrite',
          }),
        () => (choice === undefined ? {} : { references: choice }),
      );
    });
};
