import { setEnabled } from '../../manage/set-enabled.ts';
import type { Scope } from '../../model/scope.ts';
import { scopeHelp, targetsWith, targetHelp } from '../input/targets.ts';
import { carryOut } from '../plan/carry-out.ts';
import type { CommandSetup } from '../program/command-context.ts';
import { withExamples } from '../program/examples.ts';

interface Options {
  readonly in?: string;
  readonly scope?: Scope;
  readonly everywhere?: boolean;
}

export const setUpEnable: CommandSetup = switching(true);
export const setUpDisable: CommandSetup = switching(false);

function switching(enabled: boolean): CommandSetup {
  const verb = enabled ? 'enable' : 'disable';
  return (command, context) => {
    withExamples(
      command,
      `${verb} github --in claude-code`,
      `${verb} github --in all`,
      `${verb} github --in claude-code --everywhere`,
    )
      .argument('<name>', 'name of the server')
      .option('--in <clients>', `where: ${targetHelp}; default: your Plugboard catalog`)
      .option('-s, --scope <scope>', scopeHelp)
      .option('--everywhere', `${verb} it in all projects, even if the switch of the client applies to one project`)
      .action(async (name: string, options: Options) => {
        const { host } = context;
        const targets = await targetsWith(context, name, options.in, options.scope, command);
        await carryOut(context, () => setEnabled(host, name, enabled, targets, options));
      });
  };
}
