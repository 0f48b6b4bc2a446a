import { userKey } from '../upstream/isolation.ts';
import type { LinkOwner } from '../upstream/upstream-services.ts';
import type { Upstream } from '../upstream/upstream.ts';
import { type UserAccounts, usesUserCredentials } from './user-accounts.ts';

/**
 * Drops what this gateway keeps of the sign-ins of an account, and closes connections whose sign-in was deleted: a server
 * may accept what it authenticated before. Never rejects.
 */
export async function endSignIns(
  account: string,
  users: UserAccounts,
  upstreams: readonly Upstream[],
  sessions: Iterable<Pick<LinkOwner, 'id' | 'principal' | 'account'>>,
): Promise<void> {
  const user = users.of(account);
  const own = [...sessions].filter((session) => (session.account ?? session.principal) === account);
  const keys = [userKey({ account }), ...own.map(({ id }) => id)];
  const affected = upstreams.filter(({ toRun }) => usesUserCredentials(toRun, users.settings));
  // All of them before anything waits, so that no request uses a token in the meantime.
  for (const { toRun } of affected) user.forget(toRun);
  for (const upstream of affected) {
    // One that connects now reads the store.
    const open = keys.filter((key) => upstream.ownLink(key)?.info);
    if (open.length === 0 || (await user.isSignedIn(upstream.toRun).catch(() => true))) continue;
    await Promise.all(open.map(async (key) => upstream.closeOwnLink(key)));
  }
}
