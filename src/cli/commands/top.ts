import type { CommandSetup } from '../program/command-context.ts';
import { withExamples } from '../program/examples.ts';
import { clientsIn } from '../runtime/runtime-flags.ts';

export const setUpTop: CommandSetup = (command, context) => {
  withExamples(command, 'top', 'top --client claude-code')
    .option('--client <clients>', 'clients whose servers to use')
    .action(async ({ client }: { client?: string }) => {
      const { runTop } = await import('../top/run-top.ts');
      await runTop(context, clientsIn(client === undefined ? {} : { client }, command));
    });
};
