import type { CommandSetup } from '../program/command-context.ts';
import { withExamples } from '../program/examples.ts';

export const setUpUnauth: CommandSetup = (command, context) => {
  withExamples(command, 'unauth github', 'unauth github --dry-run')
    .argument('<server>', 'server to sign out of')
    .option('--client <clients>', 'clients whose servers to use')
    .action(async (server: string, flags: { client?: string }) =>
      (await import('../auth/logout.ts')).logout(server, flags, context, command),
    );
};
