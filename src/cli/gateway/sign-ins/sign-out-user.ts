import type { Command } from 'commander';
import { tokenAccount } from '../../../gateway/auth/named-tokens.ts';
import { oauthAccount } from '../../../gateway/auth/oauth/oauth-account.ts';
import { closest } from '../../../model/closest.ts';
import { count } from '../../../model/count.ts';
import { PlugboardError } from '../../../model/diagnostics/error.ts';
import type { TokenStore } from '../../../model/named-token.ts';
import { visible } from '../../../model/visible.ts';
import type { CommandContext } from '../../program/command-context.ts';
import type { StateFlag } from '../state/state-flag.ts';
import { withTokens } from '../tokens.ts';
import { countSignIns, removeSignIns } from './user-credentials.ts';

export interface SignOutFlags extends StateFlag {
  readonly oauthIssuer?: string;
}

const TOKEN = 'token:';
const OAUTH = 'oauth:';

/** Deletes the sign-ins of a user to servers. Running gateways stop using them at once. */
export async function signOutUser(
  user: string,
  flags: SignOutFlags,
  command: Command,
  { host, output, globals }: CommandContext,
): Promise<void> {
  const { oauthIssuer, ...flag } = flags;
  if (!user.startsWith(TOKEN) && !user.startsWith(OAUTH))
    command.error('error: <user> is token:<name> or oauth:<subject>, as plugboard gateway status shows it');
  const dryRun = globals.dryRun ?? false;
  const removed = await withTokens(flag, host, async (store, shared) => {
    const account = user.startsWith(TOKEN)
      ? await accountOfToken(user.slice(TOKEN.length), store)
      : oauthAccount(
          user.slice(OAUTH.length),
          oauthIssuer ?? command.error('error: oauth:<subject> needs --oauth-issuer'),
        );
    return dryRun ? countSignIns(host, shared, account) : removeSignIns(host, shared, account);
  });
  if (output.json) return output.data({ user, signIns: removed, written: !dryRun && removed > 0 });
  if (removed === 0) return output.print(`${visible(user)} is not signed in to any server.`);
  const done = dryRun ? `${output.mark('none')} Would sign` : `${output.mark('ok')} Signed`;
  output.print(`${done} ${visible(user)} out of ${count(removed, 'server')}`);
}

async function accountOfToken(name: string, store: TokenStore): Promise<string> {
  const tokens = await store.list();
  const token = tokens.find((one) => one.name === name);
  if (token) return tokenAccount(token);
  const names = tokens.map((one) => one.name);
  const near = closest(name, names);
  throw new PlugboardError('token-unknown', { name, ...(near !== undefined && { near }) });
}
