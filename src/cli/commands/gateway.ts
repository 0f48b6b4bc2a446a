import type { SignOutFlags } from '../gateway/sign-ins/sign-out-user.ts';
import { type StateFlag, stateOption } from '../gateway/state/state-flag.ts';
import type { TokenFlags } from '../gateway/tokens.ts';
import { viewFlagOptions } from '../gateway/view-flags.ts';
import type { CommandSetup } from '../program/command-context.ts';
import { withExamples } from '../program/examples.ts';
import { unknownSubcommand } from '../program/subcommands.ts';

export const setUpGateway: CommandSetup = (command, context) => {
  withExamples(
    command,
    'gateway status',
    'gateway token list',
    'gateway token create alice --only github --expires 90d',
  )
    .usage('status | token create | list | revoke | sign-out <user>')
    .allowExcessArguments()
    .action(() => {
      const [word] = command.args;
      if (word !== undefined) unknownSubcommand(command, word);
      command.help({ error: true });
    });
  const status = command
    .command('status')
    .description('Show sessions, calls, errors and durations of gateways on this machine, per server and user.');
  withExamples(status, 'gateway status', 'gateway status --json').action(async () =>
    (await import('../gateway/figures/show-figures.ts')).showFigures(context),
  );
  const signOut = command
    .command('sign-out')
    .description('Sign a user out of all servers. Running gateways stop using these sign-ins at once.');
  withExamples(
    signOut,
    'gateway sign-out token:alice',
    'gateway sign-out oauth:alice --oauth-issuer https://id.example.com --state redis://redis.example.com',
  )
    .argument('<user>', 'token:<name>, or oauth:<subject> with --oauth-issuer')
    .option('--oauth-issuer <url>', 'authorization server of an oauth:<subject>, as the gateway names it');
  stateOption(signOut).action(async (user: string, flags: SignOutFlags) =>
    (await import('../gateway/sign-ins/sign-out-user.ts')).signOutUser(user, flags, signOut, context),
  );
  const token = command.command('token').description('Create, list and revoke tokens of gateway clients.');
  withExamples(token, 'gateway token', 'gateway token create alice --only github,files')
    .usage('[list] | create <token-name> | revoke <token...>')
    .allowExcessArguments()
    .action(async () => {
      const [word] = token.args;
      if (word !== undefined) unknownSubcommand(token, word);
      await (await import('../gateway/tokens.ts')).listTokens({}, context);
    });
  const create = token.command('create').description('Create a token. It is printed once and cannot be shown again.');
  withExamples(
    create,
    'gateway token create alice --only github,files --expires 90d',
    'gateway token create prometheus --metrics',
    'gateway token create alice --state redis://redis.example.com',
  )
    .argument('<token-name>', 'name of the token, for lists, limits and logs')
    .option('--expires <when>', 'days or hours until it expires, such as 90d or 12h, or a date; default: never')
    .option('--metrics', 'only read /metrics and the details of /health; no access to servers');
  stateOption(viewFlagOptions(create)).action(async (name: string, flags: TokenFlags) =>
    (await import('../gateway/tokens.ts')).createToken(name, flags, create, context),
  );
  const list = token.command('list').alias('ls').description('List the tokens: view, expiry and last use.');
  withExamples(list, 'gateway token list', 'gateway token list --json');
  stateOption(list).action(async (flags: StateFlag) =>
    (await import('../gateway/tokens.ts')).listTokens(flags, context),
  );
  const revoke = token.command('revoke').description('Revoke tokens. Running gateways reject them at once.');
  withExamples(revoke, 'gateway token revoke alice', 'gateway token revoke alice --dry-run').argument(
    '<token...>',
    'names of the tokens',
  );
  stateOption(revoke).action(async (names: string[], flags: StateFlag) =>
    (await import('../gateway/tokens.ts')).revokeTokens(names, flags, context),
  );
};
