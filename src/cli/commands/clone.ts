import { clone } from '../../manage/rename.ts';
import type { Scope } from '../../model/scope.ts';
import { type ApproveFlag, declareApprove } from '../approvals/approve-flag.ts';
import { scopeHelp, targetsWith, targetHelp } from '../input/targets.ts';
import { carryOut } from '../plan/carry-out.ts';
import type { CommandSetup } from '../program/command-context.ts';
import { withExamples } from '../program/examples.ts';

interface Options extends ApproveFlag {
  readonly in?: string;
  readonly scope?: Scope;
}

export const setUpClone: CommandSetup = (command, context) => {
  withExamples(command, 'clone github github-work', 'clone github github-work --in claude-code:project')
    .argument('<name>', 'name of the server')
    .argument('<new-name>', 'name of the duplicate')
    .option('--in <clients>', `where: ${targetHelp}; default: your Plugboard catalog`)
    .option('-s, --scope <scope>', scopeHelp);
  declareApprove(command).action(async (name: string, as: string, options: Options) => {
    const { host } = context;
    const targets = await targetsWith(context, name, options.in, options.scope, command);
    await carryOut(context, () => clone(host, name, as, targets), undefined, options.approve);
  });
};
