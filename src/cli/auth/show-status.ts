import { visible } from '../../model/visible.ts';
import { shownAddress } from '../../runtime/sign-in/sign-in-error.ts';
import type { CommandContext } from '../command-context.ts';
import type { Mark } from '../output.ts';
import { inColumns } from '../table.ts';
import { ago } from '../when.ts';
import type { SignInStanding } from './standing.ts';

const words: Readonly<Record<SignInStanding['state'], readonly [Mark, string]>> = {
  'signed-in': ['ok', 'signed in'],
  ended: ['warning', 'needs a sign-in'],
  none: ['none', 'not signed in'],
  'own-header': ['info', 'sends a header of its own'],
  unreadable: ['error', 'cannot be read'],
  unknown: ['error', 'not known'],
};

/** One line for each, and what else there is to know below it. */
export function showStatus(standings: readonly SignInStanding[], context: CommandContext): void {
  const { output } = context;
  const rows = standings.map((standing) => {
    const [mark, state] = words[standing.state];
    const { issuer } = standing;
    const where = issuer === undefined ? '' : `at ${shownAddress(issuer)}`;
    return [`${output.mark(mark)} ${output.style('bold', visible(standing.name))}`, state, where];
  });
  for (const [index, line] of inColumns(rows).entries()) {
    output.print(line);
    for (const detail of detailsOf(standings[index] as SignInStanding, context))
      output.print(output.style('dim', `    ${detail}`));
  }
}

function detailsOf(standing: SignInStanding, { host }: CommandContext): string[] {
  const { reason, scope, wantedScope, renewedAt, server, state } = standing;
  const isForNobody = server === undefined;
  return [
    ...(isForNobody ? ['no server here uses it'] : []),
    ...(reason === undefined ? [] : [visible(reason)]),
    ...(state === 'signed-in' ? [tokenWords(standing, host.now())] : []),
    ...(renewedAt === undefined ? [] : [`signed in or renewed ${ago(renewedAt, host.now())}`]),
    ...(scope === undefined ? [] : [`rights: ${visible(scope)}`]),
    ...(wantedScope === undefined ? [] : [`the server wants more rights: ${visible(wantedScope)}`]),
  ];
}

function tokenWords({ expiresAt, isRenewable }: SignInStanding, now: Date): string {
  const renewal = isRenewable ? 'is renewed by itself' : 'cannot be renewed without you';
  if (expiresAt === undefined) return `the token ${renewal}`;
  const minutes = Math.ceil((expiresAt.getTime() - now.getTime()) / 60_000);
  if (minutes <= 0) return `the token has run out and ${renewal}`;
  return `the token is good for ${minutes} more min and ${renewal}`;
}
