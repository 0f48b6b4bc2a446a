import { visible } from '../../model/visible.ts';
import { shownAddress } from '../../runtime/sign-in/sign-in-error.ts';
import type { Mark } from '../output/output.ts';
import { ago } from '../output/relative-time.ts';
import { inColumns } from '../output/table.ts';
import type { CommandContext } from '../program/command-context.ts';
import type { SignInInfo } from './sign-in-info.ts';

const words: Readonly<Record<SignInInfo['state'], readonly [Mark, string]>> = {
  'signed-in': ['ok', 'signed in'],
  ended: ['warning', 'needs sign-in'],
  none: ['none', 'not signed in'],
  'own-header': ['info', 'uses an Authorization header'],
  unreadable: ['error', 'cannot be read'],
  unknown: ['error', 'unknown'],
};

/** Prints one line per sign-in, with details below. */
export function showStatus(signIns: readonly SignInInfo[], context: CommandContext): void {
  const { output } = context;
  const rows = signIns.map((info) => {
    const [mark, state] = words[info.state];
    const { issuer } = info;
    const where = issuer === undefined ? '' : `at ${shownAddress(issuer)}`;
    return [`${output.mark(mark)} ${output.style('bold', visible(info.name))}`, state, where];
  });
  for (const [index, line] of inColumns(rows).entries()) {
    output.print(line);
    for (const detail of detailsOf(signIns[index] as SignInInfo, context))
      output.print(output.style('dim', `    ${detail}`));
  }
}

function detailsOf(info: SignInInfo, { host }: CommandContext): string[] {
  const { reason, scope, wantedScope, renewedAt, server, state } = info;
  return [
    ...(server === undefined ? ['not used by any server here'] : []),
    ...(reason === undefined ? [] : [visible(reason)]),
    ...(state === 'signed-in' ? [tokenWords(info, host.now())] : []),
    ...(renewedAt === undefined ? [] : [`signed in or renewed ${ago(renewedAt, host.now())}`]),
    ...(scope === undefined ? [] : [`scopes: ${visible(scope)}`]),
    ...(wantedScope === undefined ? [] : [`the server requires more scopes: ${visible(wantedScope)}`]),
  ];
}

function tokenWords({ expiresAt, isRenewable }: SignInInfo, now: Date): string {
  const renewal = isRenewable ? 'is renewed automatically' : 'cannot be renewed automatically';
  if (expiresAt === undefined) return `the token ${renewal}`;
  const minutes = Math.ceil((expiresAt.getTime() - now.getTime()) / 60_000);
  if (minutes <= 0) return `the token has expired and ${renewal}`;
  return `the token is valid for ${minutes} min and ${renewal}`;
}
