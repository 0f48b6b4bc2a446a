import type { Command } from 'commander';
import { closest } from '../../model/closest.ts';
import { declareSignInFlags, type SignInFlags } from '../auth/sign-in-flags.ts';
import type { CommandSetup } from '../command-context.ts';
import { withExamples } from '../examples.ts';

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
  const login = command.command('login').description('Sign in to a server with a browser, on this or another machine.');
  withExamples(login, 'auth login github', 'auth login github --no-browser')
    .argument('[server]', 'the server; you are asked when it is left out')
    .action(async (server: string | undefined, flags: SignInFlags) =>
      (await import('../auth/login.ts')).login(server, flags, context, login),
    );
  declareSignInFlags(login);
  const logout = command.command('logout').description('Forget a sign-in, and revoke it where that can be done.');
  withExamples(logout, 'auth logout github', 'auth logout --all --dry-run')
    .argument('[server]', 'the server, or the name of a sign-in that plugboard auth status lists')
    .option('--all', 'every sign-in that is kept')
    .option('--client <clients>', 'only servers that these clients have')
    .action(async (server: string | undefined, flags: { client?: string; all?: boolean }) =>
      (await import('../auth/logout.ts')).logout(server, flags, context, logout),
    );
  const status = command.command('status').description('Show where you are signed in. Contacts nobody.');
  withExamples(status, 'auth status', 'auth status github --json')
    .argument('[server]', 'only this one; ends with 7 when nobody is signed in')
    .option('--client <clients>', 'only servers that these clients have')
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
