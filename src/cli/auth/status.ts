import type { Command } from 'commander';
import { isUnusableServer } from '../../live/servers-here.ts';
import { canSignIn, hasAuthorizationHeader, usesSignIn } from '../../model/can-sign-in.ts';
import { PlugboardError } from '../../model/diagnostics/error.ts';
import { quoteWord } from '../../model/shell/quote-word.ts';
import type { CommandContext } from '../program/command-context.ts';
import { exitCodeOf } from '../program/exit-code.ts';
import { failureOf } from '../program/failure.ts';
import { invalidObstacle } from '../runtime/obstacle.ts';
import { failWith } from '../runtime/show-obstacle.ts';
import { serverNamed } from '../runtime/use-server.ts';
import { type Use, withRuntime } from '../runtime/with-runtime.ts';
import { storedCredentials } from './credentials-here.ts';
import { showStatus } from './show-status.ts';
import { type SignInInfo, signInAsData, signInInfo } from './sign-in-info.ts';

/** `auth status`. Does not access the network. */
export async function status(
  name: string | undefined,
  flags: { readonly client?: string },
  context: CommandContext,
  command: Command,
): Promise<void> {
  await withRuntime(context, command, flags, name === undefined, async (use) => {
    if (name !== undefined) {
      const server = serverNamed(name, use);
      if (isUnusableServer(server)) return failWith(invalidObstacle(server), context.output);
      return one(await signInInfo(server, use), context);
    }
    await all(use);
  });
}

function one(info: SignInInfo, context: CommandContext): void {
  const { output } = context;
  const { name, state, reason } = info;
  const isIn = state === 'signed-in' || state === 'own-header';
  const error = new PlugboardError('not-signed-in', { name, ...(reason !== undefined && { reason }) });
  if (!isIn) output.exitCode = exitCodeOf(error.code);
  const isPossible = info.server && !info.server.disabled && canSignIn(info.server.server);
  const hint = isPossible ? `plugboard auth login ${quoteWord(name)}` : undefined;
  if (output.json) {
    const errors = isIn ? [] : [failureOf(error, { hint, server: name })];
    return output.document({ ok: isIn, data: { servers: [signInAsData(info)] }, warnings: [], errors });
  }
  showStatus([info], context);
  if (!isIn && hint !== undefined) output.talk(output.style('dim', `Sign in with: ${hint}`));
}

async function all(use: Use): Promise<void> {
  const { context, runtime } = use;
  const { output, host } = context;
  const servers = runtime.servers.filter(
    ({ server }) => canSignIn(server) || usesSignIn(server) || hasAuthorizationHeader(server),
  );
  const signIns = await Promise.all(servers.map(async (server) => signInInfo(server, use)));
  const { credentials, unreadable } = await storedCredentials(host);
  const used = new Set(signIns.map(({ credentialId }) => credentialId));
  const others = credentials
    .filter(({ id }) => !used.has(id))
    .map(({ id, issuer, tokens }): SignInInfo => {
      return { name: id, state: tokens ? 'signed-in' : 'ended', credentialId: id, issuer };
    });
  if (output.json) {
    const data = { servers: signIns.map(signInAsData), others: others.map(signInAsData), unreadable };
    return output.data(data);
  }
  if (signIns.length + others.length === 0) output.print('No server here supports sign-in.');
  showStatus([...signIns, ...others], context);
  for (const why of unreadable) output.talk(`${output.mark('warning')} ${why}`);
  const isIdle = signIns.some(
    ({ state, server }) =>
      server && !server.disabled && canSignIn(server.server) && (state === 'none' || state === 'ended'),
  );
  if (isIdle) output.talk(output.style('dim', 'Sign in with: plugboard auth login <server>'));
}
