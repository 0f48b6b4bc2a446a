import type { Host } from '../../model/host.ts';
import { installation, type ShellId, shellIds, shells } from '../completion/shells.ts';
import { isTerminal } from '../output/standard-streams.ts';
import type { CommandSetup } from '../program/command-context.ts';
import { withExamples } from '../program/examples.ts';

export const setUpCompletion: CommandSetup = (command, context) => {
  const { output } = context;
  command.addHelpText('after', `\nInstallation:\n${shellIds.map(inHelp).join('\n')}`);
  withExamples(command, 'completion zsh > ~/.zfunc/_plugboard', 'completion fish --json')
    .addArgument(
      command
        .createArgument('[shell]', 'shell of the script; default: $SHELL, or powershell on Windows')
        .choices(shellIds),
    )
    .action((given: ShellId | undefined) => {
      const shell = given ?? shellIn(context.host);
      if (!shell) return command.error(`error: name a shell: ${shellIds.join(', ')}`);
      const install = installation(shell);
      const { name, script } = shells[shell];
      if (output.json) return output.data({ shell, script, install });
      output.raw(script);
      if (!given)
        output.talk(
          `${output.mark('info')} This script is for ${name}${context.host.env['SHELL'] ? ', according to $SHELL' : ''}.`,
        );
      if (isTerminal('stdout')) output.talk(['', 'To install it for new shells:', ...install]);
    });
};

/** The login shell, if it is supported. Windows names none, and its shell is PowerShell. */
export function shellIn({ env, platform }: Pick<Host, 'env' | 'platform'>): ShellId | undefined {
  if (platform === 'win32' && !env['SHELL']) return 'powershell';
  const name = env['SHELL']
    ?.split(/[/\\]/)
    .at(-1)
    ?.replace(/\.exe$/i, '');
  return shellIds.find((id) => id === (name === 'pwsh' ? 'powershell' : name));
}

function inHelp(id: ShellId): string {
  return [`  ${shells[id].name}:`, ...installation(id).map((line) => `    ${line}`)].join('\n');
}
