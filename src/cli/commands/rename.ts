import { rename } from '../../manage/rename.ts';
import type { Scope } from '../../model/scope.ts';
import { chooseReferences, declareReferences, type ReferencesFlag } from '../input/references-choice.ts';
import { scopeHelp, targetsWith, targetHelp } from '../input/targets.ts';
import { carryOut } from '../plan/carry-out.ts';
import type { CommandSetup } from '../program/command-context.ts';
import { withExamples } from '../program/examples.ts';

interface Options extends ReferencesFlag {
  readonly in?: string;
  readonly scope?: Scope;
}

export const setUpRename: CommandSetup = (command, context) => {
  withExamples(command, 'rename gh github --in claude-code', 'rename gh github --in all --references rewrite')
    .argument('<name>', 'name of the server')
    .argument('<new-name>', 'new name of the server')
    .option('--in <clients>', `where: ${targetHelp}; default: your Plugboard catalog`)
    .option('-s, --scope <scope>', scopeHelp);
  declareReferences(command, 'to the new name', 'keep').action(async (name: string, to: string, options: Options) => {
    if (name === to) command.error(`error: the server is already named ${name}; choose another name`);
    const { host } = context;
    const targets = await targetsWith(context, name, options.in, options.scope, command);
    const keeping = async (): ReturnType<typeof rename> => rename(host, name, to, targets);
    const references = (await chooseReferences(options, keeping, context, command)) ?? 'keep';
    await carryOut(
      context,
      () => rename(host, name, to, targets, { references: references === 'rewrite' }),
      () => ({ references }),
    );
  });
};
