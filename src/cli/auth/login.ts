import type { Command } from 'commander';
import { isUnusableServer, type ServerHere } from '../../live/servers-here.ts';
import { canSignIn, hasAuthorizationHeader, usesSignIn } from '../../model/can-sign-in.ts';
import { quoteWord } from '../../model/shell/quote-word.ts';
import { visible } from '../../model/visible.ts';
import { shownAddress } from '../../runtime/sign-in/sign-in-error.ts';
import type { SignedIn } from '../../runtime/sign-in/tokens/redeem.ts';
import { carryOut } from '../plan/carry-out.ts';
import type { CommandContext } from '../program/command-context.ts';
import { ExitCode } from '../program/exit-code.ts';
import { failWith } from '../runtime/show-obstacle.ts';
import { obstacleAfterPrompt } from '../runtime/use-server.ts';
import { type Use, withRuntime } from '../runtime/with-runtime.ts';
import { chooseServer } from './choose-server.ts';
import { definitionChange } from './definition-change.ts';
import { signInFailure } from './sign-in-failure.ts';
import { authIn, changesDefinition, type SignInFlags, timeoutIn } from './sign-in-flags.ts';
import { signInNow } from './sign-in-now.ts';

/** `auth login` and `reauth`. */
export async function login(
  name: string | undefined,
  flags: SignInFlags,
  context: CommandContext,
  command: Command,
): Promise<void> {
  const timeoutMs = timeoutIn(flags);
  const { client, approve } = flags;
  await withRuntime(
    context,
    command,
    { ...(client && { client }), ...(approve && { approve }) },
    name === undefined,
    async (use) => {
      const server = await chooseServer(name, use, 'Which server do you want to sign in to?', canSignIn);
      if (!isUnusableServer(server) && !isPossible(server, context)) return;
      const obstacle = await obstacleAfterPrompt(server, use);
      if (obstacle) return failWith(obstacle, context.output);
      await signInTo(server, flags, timeoutMs, use, command);
    },
  );
}

/** Only this field of the definition changes, so no other one can be lost. */
const asked: ReadonlySet<string> = new Set(['auth']);

async function signInTo(
  server: ServerHere,
  flags: SignInFlags,
  timeoutMs: number | undefined,
  use: Use,
  command: Command,
): Promise<void> {
  const { context } = use;
  const { output, globals } = context;
  const auth = authIn(flags, server.server);
  const toRun = auth ? { ...server, server: { ...server.server, auth } } : server;
  const change = auth && changesDefinition(flags) ? await definitionChange(server, auth, context, command) : undefined;
  if (change && 'failure' in change) return output.fail(change.failure);
  if (globals.dryRun) {
    if (!change) return wouldSignIn(server, context);
    await carryOut(context, change.build, undefined, [], asked);
    return;
  }
  const options = { browser: flags.browser, ...(timeoutMs !== undefined && { timeoutMs }) };
  const signedIn = await signInNow(toRun, use, options).catch((error: unknown) => {
    use.signal.throwIfAborted();
    output.fail(signInFailure(toRun, error));
  });
  if (!signedIn) return;
  const data = { signedIn: { server: server.name, ...signedIn } };
  if (!output.json) printSignedIn(server.name, signedIn, context);
  else if (!change) output.data(data);
  if (!change) return;
  await carryOut(context, change.build, () => data, [], asked);
  await approveAgain(toRun, flags, use);
}

/** A definition that the user has just changed needs no second approval; any other change does. */
async function approveAgain(toRun: ServerHere, { approve }: SignInFlags, { runtime, context }: Use): Promise<void> {
  if (toRun.origin?.project === undefined || approve || context.output.exitCode !== ExitCode.ok) return;
  await runtime.approvals.approve(toRun);
}

/** A definition with its own Authorization header would not use the sign-in. */
function isPossible({ name, server }: ServerHere, { output }: CommandContext): boolean {
  if (canSignIn(server)) return true;
  const [message, hint] = hasAuthorizationHeader(server)
    ? [
        `The definition of "${name}" has an Authorization header, so a sign-in would not be used.`,
        `see it with: plugboard get ${quoteWord(name)}`,
      ]
    : usesSignIn(server)
      ? [
          `"${name}" is a stdio server, and its "auth" does not say what to sign in to.`,
          'set "resource" in "auth" to the address that the token is for',
        ]
      : [`"${name}" is a stdio server, and its definition does not require a sign-in.`, undefined];
  output.fail({ code: 'usage', message, hint, server: name });
  return false;
}

function wouldSignIn({ name }: ServerHere, { output }: CommandContext): void {
  if (output.json) return output.data({ server: name, written: false });
  output.print(`${output.mark('none')} Would sign in to ${visible(name)}`);
}

const places = {
  keychain: 'encrypted, with the key in your keychain',
  file: 'in an encrypted file',
  passphrase: 'encrypted, with the key behind your passphrase',
} as const;

function printSignedIn(name: string, { issuer, scope, keptIn }: SignedIn, { output }: CommandContext): void {
  output.print(`${output.mark('ok')} Signed in to ${visible(name)} at ${shownAddress(issuer)}`);
  const scopes = scope === undefined ? '' : `Scopes: ${visible(scope)}. `;
  output.talk(output.style('dim', `${scopes}Stored ${places[keptIn]}. Try it with: plugboard test ${quoteWord(name)}`));
}
