import type { Command } from 'commander';
import { closest } from '../../model/closest.ts';
import { declareSignInFlags, type SignInFlags } from '../auth/sign-in-flags.ts';
import type { CommandSetup } from '../program/command-context.ts';
import { withExamples } from '../program/examples.ts';

export const setUpAuth: CommandSetup = (command, context) => {
  withExamples(command, 'auth', 'auth login github', 'auth status github --json', 'auth logout github')
    .usage('[status] [server] | login [server] | logout <server>')
    .allowExcessArguments()
    .action(async () => {
      const [word] = command.args;
      if (word !== undefined) return refuse(command, word);
      const { status } = await import('../auth/status.ts');
      await status(undefined, {}, context, command);
    });
  const login = command.command('login').description('Sign in to a server with a browser on this or another machine.');
  withExamples(login, 'auth login github', 'auth login github --no-browser')
    .argument('[server]', 'server to sign in to; default: a prompt')
    .action(async (server: string | undefined, flags: SignInFlags) =>
      (await import('../auth/login.ts')).login(server, flags, context, login),
    );
  declareSignInFlags(login);
  const logout = command
    .command('logout')
    .description('Delete a sign-in, and revoke it if the authorization server supports that.');
  withExamples(logout, 'auth logout github', 'auth logout --all --dry-run')
    .argument('[server]', 'server, or id of a sign-in listed by plugboard auth status')
    .option('--all', 'delete all sign-ins')
    .option('--client <clients>', 'clients whose servers to use')
    .action(async (server: string | undefined, flags: { client?: string; all?: boolean }) =>
      (await import('../auth/logout.ts')).logout(server, flags, context, logout),
    );
  const status = command
    .command('status')
    .description('Show the sign-in status of servers. Does not access the network.');
  withExamples(status, 'auth status', 'auth status github --json')
    .argument('[server]', 'server to show; exit code 7 if not signed in')
    .option('--client <clients>', 'clients whose servers to use')
    .action(async (server: string | undefined, flags: { client?: string }) =>
      (await import('../auth/status.ts')).status(server, flags, context, status),
    );
};

function refuse(command: Command, word: string): void {
  const known = command.commands.map((one) => one.name());
  const near = closest(word, known);
  const instead = near === undefined ? `use one of ${known.join(', ')}` : `did you mean ${near}?`;
  command.error(`error: unknown command 'auth ${word}', ${instead}`);
}
