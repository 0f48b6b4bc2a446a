import { declareSignInFlags, type SignInFlags } from '../auth/sign-in-flags.ts';
import type { CommandSetup } from '../program/command-context.ts';
import { withExamples } from '../program/examples.ts';

export const setUpReauth: CommandSetup = (command, context) => {
  withExamples(command, 'reauth github', 'reauth github --scope repo --no-browser').argument(
    '<server>',
    'server to sign in to',
  );
  declareSignInFlags(command).action(async (server: string, flags: SignInFlags) =>
    (await import('../auth/login.ts')).login(server, flags, context, command),
  );
};
